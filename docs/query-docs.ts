import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Table } from "../src/export/table.js";
import { allTables } from "../src/export/tables.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** One field of a row, or one option of a call. */
export interface FieldDoc {
  name: string;
  /** Its type by name; of words, whether there are others than those listed. */
  type: string;
  /** The words that it can be, in alphabetical order; empty for any other type. */
  words: string[];
  nullable: boolean;
  /** What its docstring says, else the exported table. */
  about: string;
  /** Name in exported tables and SQL; null where it is in none. */
  column: string | null;
}

/** What the sources say of one query. */
export interface QueryDoc {
  name: string;
  signature: string;
  /** Path of the source from the root. */
  source: string;
  /** Paragraphs of the docstring without the known gaps. */
  about: string[];
  gaps: string;
  /** Lines of the example. */
  example: string[];
  row: string;
  fields: FieldDoc[];
  options: FieldDoc[];
  table: Table | null;
}

/** Reads the queries of the main door (functions that give rows) with their docstrings, by the compiler of TypeScript. */
export function queryDocs(): QueryDoc[] {
  const entry = `${root}src/index.ts`;
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const program = ts.createProgram([entry], { ...options, types: [] });
  const checker = program.getTypeChecker();
  const door = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile) as ts.Symbol;
  return checker
    .getExportsOfModule(door)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .flatMap((symbol) => queryDoc(symbol, checker) ?? [])
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function queryDoc(symbol: ts.Symbol, checker: ts.TypeChecker): QueryDoc | null {
  const { valueDeclaration: declaration } = symbol;
  if (declaration === undefined || !ts.isFunctionDeclaration(declaration)) return null;
  const signature = checker.getSignatureFromDeclaration(declaration) as ts.Signature;
  const returned = signature.getReturnType();
  const list = checker.getAwaitedType(returned) ?? returned;
  if (!checker.isArrayType(list)) return null;
  const [row] = checker.getTypeArguments(list as ts.TypeReference);
  if (row === undefined || row.getProperty("evidence") === undefined) return null;

  const source = relative(root, declaration.getSourceFile().fileName);
  const table = allTables.find(({ name }) => [symbol.name, `${symbol.name}s`].includes(camelCase(name))) ?? null;
  const columns = new Map(table?.fields.map(({ key, column }) => [key, column]));
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const [about = "", gaps = ""] = text.split(/\s*Known gaps: /);
  const example = symbol.getJsDocTags(checker).find(({ name }) => name === "example");
  const common = ["sessionId", "at", "grade", "evidence", "why"];
  return {
    name: symbol.name,
    signature: `${symbol.name}${checker.signatureToString(signature, declaration, ts.TypeFormatFlags.NoTruncation)}`,
    source,
    about: paragraphs(about),
    gaps: paragraphs(gaps).join(" "),
    example: ts
      .displayPartsToString(example?.text)
      .split("\n")
      .filter((line) => line !== ""),
    row: row.symbol.name,
    fields: row
      .getProperties()
      .filter(({ name }) => !common.includes(name))
      .map((property) => fieldDoc(property, checker, columns)),
    options: signature.parameters.flatMap((parameter) => optionDocs(parameter, checker)),
    table,
  };
}

function optionDocs(parameter: ts.Symbol, checker: ts.TypeChecker): FieldDoc[] {
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
  if (!/Options$/.test(type.symbol?.name ?? "")) return [];
  return type.getProperties().map((property) => fieldDoc(property, checker, new Map()));
}

function fieldDoc(
  property: ts.Symbol,
  checker: ts.TypeChecker,
  columns: ReadonlyMap<string, { name: string; about: string }>,
): FieldDoc {
  const type = checker.getTypeOfSymbol(property);
  const column = columns.get(property.name);
  const own = ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll("\n", " ").trim();
  return {
    name: property.name,
    ...typeOf(type, checker),
    nullable: type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0),
    about: own === "" ? (column?.about ?? "") : own,
    column: column?.name ?? null,
  };
}

/** Words are sorted, as the compiler has no order of them that lasts. */
function typeOf(type: ts.Type, checker: ts.TypeChecker): Pick<FieldDoc, "type" | "words"> {
  const bare = checker.getNonNullableType(type);
  const members = bare.isUnion() ? bare.types : [bare];
  const words = members.flatMap((member) => (member.isStringLiteral() ? member.value : [])).sort();
  if (words.length === 0) return { type: checker.typeToString(bare), words };
  return { type: words.length < members.length ? "these words, or others" : "a word", words };
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
