import { given } from '../../schemas/given.ts';
import { judgeTwin, type Twin } from '../../schemas/judge-twin.ts';
import type { Finding } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';

/** Judges a probe against its control twin, keeps the verdict as evidence and returns its findings. */
export function noteTwin({ hopes, evidence }: Harness, twin: Twin): readonly Finding[] {
  const { clause, wants, control, probe } = twin;
  const { operation, origin } = probe.exchange;
  const pending = given({ pending: hopes.settling(operation)?.entry });
  const verdicts = judgeTwin({ ...twin, ...pending });
  evidence.note({
    kind: 'twin',
    origin,
    clause,
    wants,
    operation,
    ...pending,
    control: control.exchange.id,
    probe: probe.exchange.id,
    ...verdicts,
  });
  return verdicts.findings;
}
