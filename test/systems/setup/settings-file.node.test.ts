import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { addToSettings, hookSystems, removeFromSettings } from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";

const text = '\ufeff{\r\n\t"model": "ebb & flow 🌊",\r\n\t"hooks": { },\r\n\t"env": {"A": 1e3}\r\n}';

let folder = "";
let file = "";
beforeEach(() => {
  folder = temporaryFolder([["settings.json", text]]);
  file = join(folder, "settings.json");
});
const add = () => addToSettings(file, hookSystems, { write: true });
const remove = () => removeFromSettings(file, hookSystems, { write: true });
const bytes = () => readFileSync(file, "utf8");

describe("a settings file", () => {
  test("is only looked at where writing is not asked for", () => {
    const before = lstatSync(file);
    const change = addToSettings(file, hookSystems);
    expect(change).toMatchObject({ file, former: text, written: false, backup: null });
    expect([bytes(), readdirSync(folder), lstatSync(file).ino]).toEqual([text, ["settings.json"], before.ino]);
  });

  test("gets the hooks, with its former self beside it for its owner alone, and keeps its mode", () => {
    chmodSync(file, 0o640);
    const { written, backup, text: now } = add();
    expect(written).toBe(true);
    expect(bytes()).toBe(now);
    expect(backup).toMatch(/\/settings\.json\.\d{8}T\d{6}Z\.bak$/);
    expect(readFileSync(backup as string, "utf8")).toBe(text);
    expect([statSync(file).mode & 0o777, statSync(backup as string).mode & 0o777]).toEqual([0o640, 0o600]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("is written once: what is there already needs no backup", () => {
    add();
    expect(add()).toMatchObject({ changed: [], written: false, backup: null });
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("is what it was, byte for byte, when they are taken out again, in one step or several", () => {
    add();
    expect(remove().written).toBe(true);
    expect(bytes()).toBe(text);
    for (const system of hookSystems) addToSettings(file, [system], { write: true });
    for (const system of hookSystems) removeFromSettings(file, [system], { write: true });
    expect(bytes()).toBe(text);
    expect(remove()).toMatchObject({ changed: [], written: false });
  });

  test("keeps what was changed in it since, also where a backup is damaged", () => {
    const { backup } = add();
    writeFileSync(file, bytes().replace("1e3", "2"));
    writeFileSync(backup as string, Buffer.from([0xff, 0xfe]));
    writeFileSync(`${file}.20990101T000000Z.bak`, "{");
    mkdirSync(`${file}.20990101T000001Z.bak`);
    remove();
    expect(bytes()).toBe('\ufeff{\r\n\t"model": "ebb & flow 🌊",\r\n\t"env": {"A": 2}\r\n}');
  });

  test("that is not there is made, for its owner alone", () => {
    file = join(folder, "new.json");
    expect(add()).toMatchObject({ former: "", written: true, backup: null });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(bytes()).hooks.Stop).toHaveLength(1);
    remove();
    expect(bytes()).toBe("{}\n");
  });
});

describe("a file is refused, and nothing is written", () => {
  test.each<[string, (path: string) => void, string]>([
    ["is a link", (path) => symlinkSync(join(folder, "settings.json"), path), "is a link to"],
    ["is a link to nothing", (path) => symlinkSync(join(folder, "none"), path), "is a link to"],
    ["is a folder", (path) => mkdirSync(path), "is no file"],
    ["is empty", (path) => writeFileSync(path, ""), "is not JSON"],
    ["has comments", (path) => writeFileSync(path, "// mine\n{}"), "is not JSON"],
    ["is no UTF-8", (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), "is no UTF-8"],
    ["is huge", (path) => writeFileSync(path, " ".repeat(4 * 1024 * 1024 + 1)), "is too large"],
  ])("that %s", (_, make, message) => {
    file = join(folder, "given.json");
    make(file);
    const before = readdirSync(folder);
    expect(add).toThrow(`${file}: ${message}`);
    expect(remove).toThrow(`${file}: ${message}`);
    expect([readdirSync(folder), readFileSync(join(folder, "settings.json"), "utf8")]).toEqual([before, text]);
  });

  test("and what is said of it quotes nothing of it", () => {
    const key = `sk-ant-api03-${"a1B2".repeat(22)}`;
    for (const broken of [`{"env": "${key}" x}`, `{"env": ${key}}`, `{"a": 1,\n${key}`]) {
      writeFileSync(file, broken);
      expect(add).toThrow("is not JSON");
      expect(add).not.toThrow("sk-ant");
    }
  });

  test("that can't be made or is not there", () => {
    file = join(folder, "none", "settings.json");
    expect(add).toThrow(`${file}: its folder is not there; make it first: mkdir -p ${join(folder, "none")}`);
    expect(remove).toThrow(`${file}: no such file`);
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  test("that changed while it was worked on", () => {
    // The last system asked of is looked at behind the first read of the file.
    const meddling = [...hookSystems].slice(0, 1).map((system) => ({
      ...system,
      get hooks() {
        writeFileSync(file, '{"someone": "else"}');
        return system.hooks;
      },
    }));
    expect(() => addToSettings(file, meddling, { write: true })).toThrow("was changed meanwhile; nothing was written");
    expect(bytes()).toBe('{"someone": "else"}');
  });
});
