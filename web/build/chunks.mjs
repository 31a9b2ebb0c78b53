/** Which files of the build a page needs at once: its entry and its own chunks, with all that they import. */
export function chunksOf(manifest, sources) {
  const files = new Set();
  function add(key) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk for ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  }
  for (const source of sources) add(source);
  return [...files];
}
