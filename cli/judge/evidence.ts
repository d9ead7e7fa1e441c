import { exchangeIn, type FileMemory, takeList } from '../../reports/evidence/exchange-lines.ts';
import type { EvidenceExchange, EvidenceNote, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { unpacked } from '../../reports/evidence/packing.ts';
import { exchangeOf } from '../../reports/evidence.ts';
import { findingsAgain } from '../../reports/verify/compare-findings.ts';
import { given } from '../../schemas/given.ts';
import type { Verdicts } from '../../schemas/judge/judge-run.ts';
import { judgeTwin } from '../../schemas/judge/judge-twin.ts';
import { judge } from '../../schemas/judge.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import type { Reading } from './watched.ts';

type Evidence = Pick<GatheredEvidence, 'exchanges' | 'notes'>;

// A line that was cut out of its file names lists that stand on other lines; judging needs only to know of masked cards.
const lost: Readonly<Record<string, JsonValue>> = table({ masked: ['sent.body.card'] });

function listIds(line: JsonObject): readonly (readonly [name: string, id: string])[] {
  const { judgement } = line;
  const named = [line, typeof judgement === 'object' && !Array.isArray(judgement) ? (judgement ?? {}) : {}];
  return named.flatMap((members) =>
    ['fields', 'masked', 'exercised', 'observations'].flatMap((name) => {
      const id = members[name];
      return typeof id === 'string' ? [[name, id] as const] : [];
    }),
  );
}

/** The exchanges and notes of evidence lines; undefined when the text is something else, one line of error when it is damaged. */
export function readEvidenceLines(file: string, text: string): Evidence | undefined {
  if (!/^\s*\{"kind":/.test(text)) return undefined;
  const exchanges: EvidenceExchange[] = [];
  const notes: EvidenceNote[] = [];
  const memory: FileMemory = new Map();
  const take = (line: JsonObject) => {
    if (line.kind === 'list') takeList(line, memory);
    else if (line.kind === 'exchange') {
      for (const [name, id] of listIds(line)) if (!memory.has(id)) memory.set(id, lost[name] ?? []);
      exchanges.push(exchangeIn(line, memory));
    } else if (line.kind === 'twin') notes.push(line as unknown as EvidenceNote);
  };
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue;
    try {
      for (const line of unpacked(JSON.parse(written))) take(line);
    } catch (error) {
      // The parser's own words quote the line.
      const what = error instanceof SyntaxError ? 'is not valid JSON' : (error as Error).message;
      throw new ConfigurationError(`${file}, line ${index + 1} ${what}.`);
    }
  }
  return { exchanges, notes };
}

/** Judges the exchanges of a run again, and its pairs of probe and control. */
export function judgeEvidence({ exchanges, notes }: Evidence): Reading {
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
      : [judgeTwin({ clause, wants, control, probe, ...given({ pending, after }) })];
  });
  return {
    cases: judged.map((one) => ({
      judged: one,
      breaches: [],
      ...(one.exchange.origin.file === undefined ? { from: one.exchange.origin.test } : {}),
    })),
    unjudged: [],
    pairs: {
      findings: pairs.flatMap(({ findings }) => findings),
      observations: pairs.flatMap(({ observations }) => observations),
    },
  };
}
