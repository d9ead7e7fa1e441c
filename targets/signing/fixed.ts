import type { Sign } from './sign.ts';

/** One value for every request, as some sandboxes hand out. */
export function fixed(value: string): Sign {
  return () => value;
}
