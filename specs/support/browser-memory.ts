import { readdirSync, readFileSync } from 'node:fs';

function numberIn(file: string, pattern: RegExp): number | undefined {
  try {
    const [, found] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
    return found === undefined ? undefined : Number(found);
  } catch {
    // The process has ended in the meantime.
    return undefined;
  }
}

/**
 * Watches the processes below one: tells the bytes that they take for themselves each time it is called, 0 where the system does
 * not tell (it does on Linux). Whose child a process is, is read once, since a machine may run hundreds of others.
 */
export function watchMemory(ancestor: number | undefined): () => number {
  if (ancestor === undefined || process.platform !== 'linux') return () => 0;
  let parents = new Map<number, number>();
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isBelow(parents.get(pid)));
  return () => {
    const before = parents;
    parents = new Map();
    for (const name of readdirSync('/proc')) {
      if (!/^[0-9]+$/.test(name)) continue;
      const pid = Number(name);
      const parent = before.get(pid) ?? numberIn(`/proc/${name}/stat`, /\) . ([0-9]+)/);
      if (parent !== undefined) parents.set(pid, parent);
    }
    return [...parents.keys()]
      .filter(isBelow)
      .reduce((sum, pid) => sum + (numberIn(`/proc/${pid}/status`, /^RssAnon:\s+([0-9]+)/m) ?? 0) * 1024, 0);
  };
}
