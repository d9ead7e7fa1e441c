import pc from 'picocolors';
import type { Verdict } from '../../schemas/types.ts';

const colours: Partial<Record<Verdict, (text: string) => string>> = {
  'suite-error': pc.magenta,
  fail: pc.red,
  inconclusive: pc.yellow,
  'not-tested': pc.yellow,
  warn: pc.yellow,
  pass: pc.green,
};

/** A text in the colour of a verdict. */
export function paint(verdict: Verdict, text: string): string {
  return (colours[verdict] ?? pc.dim)(text);
}
