import { dirname, join, normalize } from 'node:path';
import type { SourceFile } from './source-files.ts';

const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

/** The circles among the imports of files, type imports included, each as the paths of its files in order. */
export function circlesOf(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      [...text.matchAll(specifier)].map(([, target = '']) => normalize(join(dirname(path), target))),
    ]),
  );
  const index = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  // Tarjan's strongly connected components.
  const visit = (path: string): number => {
    const own = index.size;
    index.set(path, own);
    let lowest = own;
    open.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!index.has(target)) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, index.get(target) ?? own);
      if (target === path) circles.push([path]);
    }
    if (lowest === own) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest;
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return circles;
}
