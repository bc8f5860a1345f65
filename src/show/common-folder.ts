/** The folder that all absolute paths of a list lie in, without its last slash; null where there are no two of them. */
export function commonFolder(names: Iterable<string>): string | null {
  const paths = [...new Set(names)].filter((name) => /^(\/|~[\\/]|[A-Za-z]:[\\/])/.test(name));
  if (paths.length < 2) return null;
  let folder = paths[0] as string;
  for (const path of paths) while (!path.startsWith(folder)) folder = folder.slice(0, -1);
  const end = Math.max(folder.lastIndexOf("/"), folder.lastIndexOf("\\"));
  return end > 0 ? folder.slice(0, end) : null;
}
