/** A path without the folder it lies in. */
export const nameBelow = (folder: string | null, name: string | null): string | null =>
  folder !== null && name?.startsWith(folder) && /^[\\/]./.test(name.slice(folder.length))
    ? name.slice(folder.length + 1)
    : name;
