import type { FoundFile } from "./transcripts.js";

const foundFile = (path: string, file: File): FoundFile => ({
  path,
  bytes: file.size,
  modified: file.lastModified,
  content: async () => file,
});

const isTranscript = (path: string): boolean => path.endsWith(".jsonl");

/** Files that were chosen; of a folder its transcripts. */
export function chosenFiles(files: Iterable<File>): FoundFile[] {
  return [...files].flatMap((file) => {
    const path = file.webkitRelativePath;
    if (path === "") return [foundFile(file.name, file)];
    return isTranscript(path) ? [foundFile(path, file)] : [];
  });
}

/** Files that were dropped, and the transcripts in folders that were. Must be called while the drop is handled. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<FoundFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return chosenFiles(files);
  return (await Promise.all(entries.map((entry) => filesBelow(entry, "", true)))).flat();
}

async function filesBelow(entry: FileSystemEntry, folder: string, named: boolean): Promise<FoundFile[]> {
  const path = folder + entry.name;
  if (entry.isFile) {
    if (!named && !isTranscript(path)) return [];
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [foundFile(path, file)];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FoundFile[] = [];
  for (;;) {
    // It gives a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesBelow(one, `${path}/`, false)));
  }
}

/** Files that `tidemark view` put into the page, packed. */
export function broughtFiles(): FoundFile[] {
  return [...document.querySelectorAll<HTMLScriptElement>("script[data-path]")].map(({ dataset, textContent }) => ({
    path: dataset.path ?? "",
    bytes: Number(dataset.bytes),
    modified: Number(dataset.modified),
    content: () => unpacked(textContent ?? ""),
  }));
}

async function unpacked(base64: string): Promise<Blob> {
  const packed = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}
