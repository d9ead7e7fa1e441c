import { exchangeOf, readEvidence } from '../../reports/evidence.ts';
import { findingsAgain } from '../../reports/verify/rejudge.ts';
import { defined } from '../../schemas/defined.ts';
import type { Verdicts } from '../../schemas/judge/judge-run.ts';
import { judgeTwin } from '../../schemas/judge/judge-twin.ts';
import { judge } from '../../schemas/judge.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { holdsRun } from '../run/run-record.ts';
import type { Reading } from './watched.ts';

/** Judges the exchanges of a run again, with its pairs of probe and control; throws if the folder holds none. */
export function judgeEvidence(folder: string): Reading {
  const { exchanges, notes } = readEvidence(folder);
  if (exchanges.length === 0 && !holdsRun(folder))
    throw new ConfigurationError(
      `${folder} holds no exchanges of a run; name the folder of its reports, or a file.`,
    );
  const judged = exchanges.map((line): JudgedExchange => {
    const exchange = exchangeOf(line);
    const judgement = judge(exchange);
    return { exchange, judgement: { ...judgement, findings: findingsAgain(line, judgement.findings) } };
  });
  const byId = new Map(judged.map((one) => [one.exchange.id, one]));
  const pairs = notes.flatMap((note): readonly Verdicts[] => {
    if (note.kind !== 'twin') return [];
    const { clause, wants, pending } = note;
    const control = byId.get(note.control);
    const probe = byId.get(note.probe);
    const after = note.after === undefined ? undefined : (byId.get(note.after) ?? ('none' as const));
    return control === undefined || probe === undefined
      ? []
      : [judgeTwin({ clause, wants, control, probe, ...defined({ pending, after }) })];
  });
  return {
    cases: judged.map((one) => ({ judged: one, breaches: [], from: one.exchange.origin.test })),
    unjudged: [],
    pairs: {
      findings: pairs.flatMap(({ findings }) => findings),
      observations: pairs.flatMap(({ observations }) => observations),
    },
  };
}
