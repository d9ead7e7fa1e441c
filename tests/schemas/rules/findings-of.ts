import { judge } from '../../../schemas/judge.ts';
import type { Exchange } from '../../../schemas/types.ts';

/** The findings of an exchange as `verdict clause path`. */
export function findingsOf(exchange: Exchange): readonly string[] {
  return judge(exchange).findings.map(({ verdict, clause, path }) => `${verdict} ${clause} ${path}`.trim());
}

/** The observations of an exchange as `clause: fingerprint`. */
export function observationsOf(exchange: Exchange): readonly string[] {
  return judge(exchange).observations.map(({ clause, fingerprint }) => `${clause}: ${fingerprint}`);
}
