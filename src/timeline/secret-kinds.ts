/** One kind of secret, as data. */
export interface SecretKind {
  /** What it is called in place of the value. */
  name: string;
  /** Texts, in lower case, one of which stands in every text that holds such a secret: without them the pattern is not tried. */
  hints: readonly string[];
  /** Global, with indices; the group `secret` is the value, without it the whole match is. Takes time linear in the text. */
  pattern: RegExp;
  /** Tells a secret from a harmless value of the same form; `before` is what stands before it on its line, the last 40 characters. */
  accepts?: (value: string, before: string) => boolean;
}

const hasDigit = (value: string): boolean => /\d/.test(value);

/** A reference to a value, a type, or a word that stands for one: not the value itself. */
const isPlaceholder = (value: string): boolean => placeholders.some((form) => form.test(value));

const placeholders: readonly RegExp[] = [
  // Variables and templates: $NAME, ${NAME}, %s, {{name}}, <name>, [name], (call
  /^\$\{?\w+\}?$|^%[sdv({]|^[{<[(]|\($/,
  // Where the value lives: a path, an address, a variable of the environment
  /^(?:https?|file):|^\.{0,2}\/|^~\/|^[\w./-]+\/[\w./-]*\.\w{1,5}$|^(?:process|os|env|self|this|req|config|settings|args|opts|options)\./i,
  /^[A-Za-z_$][\w$]*\.(?:[\w$]+\.)*\w*(?:pass|secret|key|token|value)\w*$/i,
  // Names: Secret::NAME, --secret id=NAME
  /^(?::|id=|src=|env=)/,
  // Types and words of their own
  /^(?:string|number|boolean|bool|null|nil|none|undefined|true|false|any|unknown|object|required|optional|missing|invalid|changeme|example|placeholder|redacted|str|text|value)\??$/i,
  /^(?:\*+|x{3,}|\.{3,}|your[-_].*)$/i,
];

/** A value that a person would not write as a word: a digit beside letters, or a length that no word has. */
const looksMade = (value: string): boolean =>
  !isPlaceholder(value) &&
  /[A-Za-z]/.test(value) &&
  !isDateOrVersion(value) &&
  ((value.length >= 8 && hasDigit(value)) || (value.length >= 24 && /^[\w+/=-]+$/.test(value) && mixesCase(value)));

const isDateOrVersion = (value: string): boolean => /^v?\d[\d.:TZ+-]*$/.test(value) || /^claude-|^gpt-/.test(value);
const mixesCase = (value: string): boolean => /[a-z]/.test(value) && /[A-Z]/.test(value);

/** Bits for each character, by how often each one occurs. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const one of value) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const looksRandom = (value: string): boolean =>
  mixesCase(value) && (value.match(/\d/g)?.length ?? 0) >= 3 && entropy(value) >= 4.2;

/** Between a name and its value: quotes (escaped ones too, as in JSON), blanks, one sign; the value may be quoted. */
const assigned = (name: string, least: number): RegExp =>
  new RegExp(
    `${name}["'\`\\\\\\]]{0,4}\\s{0,5}(?::=|=>|[:=])\\s{0,5}(?:\\\\{0,3}["'\`](?<secret>[^\\s"'\`\\\\][^"'\`\\\\\\r\\n]{${least - 1},})|(?<bare>[^\\s"'\`\\\\;&|<>,(){}]{${least},}))`,
    "dg",
  );

/** The same as the name of a folder, where what stands behind the value is a path and no part of it: `password=…/a.ts`. */
const inPath = (name: string): RegExp =>
  new RegExp(`${name}=(?<secret>[^\\s"'\`\\\\/;&|<>,(){}]{1,300})(?=[/\\\\])`, "dg");

/** Letters of a name in either case, without the flag that would make the value ignore case too. */
const anyCase = (name: string): string => name.replace(/[a-z]/g, (one) => `[${one}${one.toUpperCase()}]`);

const passwordName = `${anyCase("(?:(?<!1)password|passwd|passphrase|pwd)")}(?:_[A-Za-z0-9_]{1,20})?`;
const secretName = `${anyCase("(?:secret|credential)")}(?:[_-]?[Kk]ey|[_-]?KEY|[_-]?[Vv]alue)?`;
const keyName =
  "(?:(?<![A-Za-z])(?:key|token|KEY|TOKEN)|[a-z0-9](?:Key|Token)|(?<![A-Za-z])(?:Key|Token)|apikey|APIKEY)(?![A-Za-z])";

const isPassword = (value: string): boolean => !isPlaceholder(value);
const isSecret = (value: string): boolean => !isPlaceholder(value) && (hasDigit(value) || value.length >= 12);

/** Where a word begins: behind the letter of an escape such as `\n` too, as in JSON. */
const start = "(?:(?<![A-Za-z0-9_])|(?<=\\\\[bfnrt]))";
const token = (source: string): RegExp => new RegExp(start + source, "dg");

/**
 * The kinds that are looked for: forms that the providers document for their keys, and values that stand where secrets
 * stand (headers, addresses, assignments).
 *
 * Source: the providers' pages on their key formats, as of 2026-11-29.
 */
export const secretKinds: readonly SecretKind[] = [
  {
    name: "private key",
    hints: ["private key"],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s:,>|→]|\\+[nrt]|-(?!-))*(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/dg,
  },
  {
    name: "aws access key id",
    hints: ["akia", "asia", "abia", "acca"],
    pattern: token("A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16,}"),
  },
  {
    name: "aws secret key",
    hints: ["secret"],
    pattern:
      /[Ss][Ee][Cc][Rr][Ee][Tt][_-]?(?:[Aa][Cc][Cc][Ee][Ss][Ss][_-]?)?[Kk][Ee][Yy]["'`\\\s:=]{1,10}(?<secret>[A-Za-z0-9/+]{40,}=*)/dg,
  },
  {
    name: "github token",
    hints: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    pattern: token("gh[pousr]_[A-Za-z0-9_]{20,}"),
  },
  { name: "github token", hints: ["github_pat_"], pattern: token("github_pat_[A-Za-z0-9_]{22,}") },
  {
    name: "gitlab token",
    hints: ["glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glsoat-", "glft-", "glagent-"],
    pattern: token("gl(?:pat|ptt|dt|rt|cbt|soat|ft|agent)-[A-Za-z0-9_.-]{16,}"),
  },
  { name: "slack token", hints: ["xox", "xapp-"], pattern: token("(?:xox[abeprs]|xapp)-[A-Za-z0-9-]{10,}") },
  {
    name: "slack webhook",
    hints: ["hooks.slack.com/"],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9_/-]{16,})/dg,
  },
  {
    name: "discord webhook",
    hints: ["/api/webhooks/"],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/(?<secret>[0-9]{15,}\/[A-Za-z0-9_-]{20,})/dg,
  },
  { name: "anthropic key", hints: ["sk-ant-"], pattern: token("sk-ant-[A-Za-z0-9_-]{16,}") },
  { name: "openai key", hints: ["sk-"], pattern: token("sk-[A-Za-z0-9_-]{20,}"), accepts: hasDigit },
  { name: "google key", hints: ["aiza"], pattern: token("AIza[A-Za-z0-9_-]{30,}") },
  { name: "google token", hints: ["ya29.", "gocspx-"], pattern: token("(?:ya29\\.|GOCSPX-)[A-Za-z0-9_-]{20,}") },
  { name: "npm token", hints: ["npm_"], pattern: token("npm_[A-Za-z0-9]{30,}") },
  { name: "pypi token", hints: ["pypi-"], pattern: token("pypi-[A-Za-z0-9_-]{40,}") },
  {
    name: "stripe key",
    hints: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"],
    pattern: token("(?:[sr]k_(?:live|test)_|whsec_)[A-Za-z0-9]{10,}"),
  },
  { name: "twilio key", hints: ["sk", "ac"], pattern: token("(?:SK|AC)[0-9a-f]{32,}") },
  { name: "sendgrid key", hints: ["sg."], pattern: token("SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}") },
  { name: "mailgun key", hints: ["key-"], pattern: token("key-[0-9a-f]{32,}") },
  { name: "hugging face token", hints: ["hf_"], pattern: token("hf_[A-Za-z0-9]{30,}") },
  { name: "digitalocean token", hints: ["_v1_"], pattern: token("do[opr]_v1_[0-9a-f]{40,}") },
  { name: "databricks token", hints: ["dapi"], pattern: token("dapi[0-9a-f]{32,}(?:-\\d)?") },
  { name: "shopify token", hints: ["shp"], pattern: token("shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32,}") },
  { name: "vault token", hints: ["hvs.", "hvb."], pattern: token("hv[sb]\\.[A-Za-z0-9_-]{20,}") },
  { name: "linear key", hints: ["lin_"], pattern: token("lin_(?:api|oauth)_[A-Za-z0-9]{30,}") },
  { name: "telegram token", hints: [":aa"], pattern: token("[0-9]{8,12}:AA[A-Za-z0-9_-]{32,}") },
  { name: "age key", hints: ["age-secret-key-"], pattern: token("AGE-SECRET-KEY-1[A-Z0-9]{50,}") },
  { name: "jwt", hints: ["eyj"], pattern: token("eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?") },
  {
    name: "password in address",
    hints: ["://"],
    pattern:
      /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s:/@"'`<>]{0,100}:(?<secret>[^\s/"'`<>]{1,300})@/dg,
    accepts: (value) => !/^[$%{<*]/.test(value),
  },
  {
    name: "authorization header",
    hints: ["bearer", "basic", "authorization"],
    pattern:
      /(?:[Aa][Uu][Tt][Hh][Oo][Rr][Ii][Zz][Aa][Tt][Ii][Oo][Nn]["'\\]{0,4}\s{0,5}[:=]\s{0,5}["'\\]{0,4}(?:[Bb]earer|[Bb]asic|[Tt]oken)|[Bb]earer)\s{1,5}(?<secret>[A-Za-z0-9_.~+/=-]{8,})/dg,
    accepts: (value) => hasDigit(value) || value.length >= 20 || value.endsWith("="),
  },
  {
    name: "cookie",
    hints: ["cookie"],
    pattern: /[Cc]ookie["'\\]{0,4}:\s{0,5}["'\\]{0,4}(?<secret>[A-Za-z0-9_.-]{1,100}=[^\r\n"'\\]{4,})/dg,
  },
  {
    name: "azure key",
    hints: ["accountkey", "sharedaccesskey", "sharedaccesssignature", "sig="],
    pattern: /(?:AccountKey=|SharedAccessKey=|SharedAccessSignature=|[?&]sig=)(?<secret>[^\s"'`\\;&]{16,})/dg,
  },
  { name: "password", hints: ["pass", "pwd"], pattern: assigned(passwordName, 4), accepts: isPassword },
  { name: "password", hints: ["pass", "pwd"], pattern: inPath(passwordName), accepts: isPassword },
  { name: "secret", hints: ["secret", "credential"], pattern: assigned(secretName, 6), accepts: isSecret },
  { name: "secret", hints: ["secret", "credential"], pattern: inPath(secretName), accepts: isSecret },
  { name: "key or token", hints: ["key", "token"], pattern: assigned(keyName, 8), accepts: looksMade },
  { name: "key or token", hints: ["key", "token"], pattern: inPath(keyName), accepts: looksMade },
  {
    name: "password",
    hints: ["--"],
    pattern:
      /--(?:password|passwd|pass|token|secret|api-?key|auth-token|access-token|client-secret)(?:=|\s{1,5})["'\\]{0,4}(?<secret>[^\s"'`\\;&|<>-][^\s"'`\\;&|<>]{3,})/dg,
    accepts: (value) => !isPlaceholder(value) && (hasDigit(value) || value.length >= 12),
  },
  {
    name: "random token",
    hints: ["key", "token", "secret", "passw", "credential", "auth", "bearer"],
    pattern: /(?:(?<![A-Za-z0-9_+-])|(?<=\\[bfnrt]))[A-Za-z0-9_+-]{32,}=*/dg,
    accepts: (value, before) => looksRandom(value) && /key|token|secret|passw|credential|auth|bearer/i.test(before),
  },
];
