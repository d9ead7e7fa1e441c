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

/** Bytes that the processes below one take for themselves; 0 where the system does not tell (it does on Linux). */
export function browserMemory(ancestor: number | undefined): number {
  if (ancestor === undefined || process.platform !== 'linux') return 0;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue;
    const parent = numberIn(`/proc/${name}/stat`, /\) . ([0-9]+)/);
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isBelow(parents.get(pid)));
  return [...parents.keys()]
    .filter(isBelow)
    .reduce((sum, pid) => sum + (numberIn(`/proc/${pid}/status`, /^RssAnon:\s+([0-9]+)/m) ?? 0) * 1024, 0);
}
