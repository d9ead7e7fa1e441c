import {
  redactExchange,
  redactFinding,
  redactFindingOf,
  redactObservation,
  redactText,
} from '../../reports/redact.ts';
import { groupFindings } from '../../reports/statement/grouping.ts';
import { defined } from '../../schemas/defined.ts';
import { findingText } from '../../schemas/finding-text.ts';
import { groupedBy } from '../../schemas/json.ts';
import type { Verdicts } from '../../schemas/judge/judge-run.ts';
import { counted, plainValue } from '../../schemas/plain-text.ts';
import type { Exchange, Finding, JsonValue } from '../../schemas/types.ts';
import type { CallerBreach, FileNote, JudgedCase, Reading } from './watched.ts';

/** Returns a breach of the caller in words with masked values. */
export function maskBreach(breach: CallerBreach, exchange: Exchange) {
  const { id, operation } = exchange;
  const { clause = '', path, expected, received } = breach;
  const about: Finding = {
    clause,
    verdict: 'warn',
    operation,
    path,
    message: '',
    kind: 'value',
    values: { expected, received },
    expected: '',
    received: '',
    exchange: id,
  };
  const masked = redactFindingOf({ exchange }, about);
  return {
    ...defined({ clause: breach.clause }),
    path: masked.path,
    expected: masked.expected,
    received: masked.received,
  };
}

/** Returns one case, masked. */
function shownOf({ judged, from, breaches }: JudgedCase) {
  const { sent, received, judgement } = redactExchange(judged);
  const exchange: Exchange = {
    ...judged.exchange,
    sent: { ...sent, ...defined({ unknown: judged.exchange.sent.unknown }) },
    received: received.kind === 'none' ? received : { ...received, body: new Uint8Array() },
  };
  const { outcome, request, findings, observations, exercised } = judgement;
  return {
    exchange,
    ...defined({ from: from && redactText(from) }),
    outcome,
    request,
    findings,
    // The recorded duration of an answer under 10 s says nothing new about a service.
    observations: observations.filter(
      ({ clause, fingerprint }) => clause !== '8/time-outs' || fingerprint !== 'under 10 s',
    ),
    exercised,
    breaches: breaches.map((breach) => maskBreach(breach, judged.exchange)),
  };
}

type ShownCase = ReturnType<typeof shownOf>;

/** The masked results for printing. */
export type Shown = ReturnType<typeof maskReading>;

/** Masks a reading and the verdicts across its exchanges. */
export function maskReading({ cases, unjudged, notes = [], readAs = [], pairs }: Reading, across: Verdicts) {
  const shown = cases.map(shownOf);
  const whole = [...(pairs?.findings ?? []), ...across.findings].map(redactFinding);
  return {
    cases: shown,
    /** Findings of exchanges, then of pairs, then of the whole. */
    findings: [...shown.flatMap(({ findings }) => findings), ...whole],
    /** Only those of pairs and of the whole. */
    observations: [...(pairs?.observations ?? []), ...across.observations].map(redactObservation),
    notes: notes.map(maskTexts),
    readAs: readAs.map(maskTexts),
    unjudged: unjudged.map(maskTexts),
  };
}

function maskTexts<Texts extends object>(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, redactText(String(text))]),
  ) as Texts;
}

function findingLines({ findings, cases }: Shown): string[] {
  const byId = new Map(cases.map((one) => [one.exchange.id, one]));
  return groupFindings(findings).flatMap(({ example, count, exchanges }) => {
    const shown = byId.get(example.exchange);
    if (shown === undefined) return [];
    const lines = findingText(example, shown.exchange).split('\n');
    const place = shown.from === undefined ? [] : [`  from      ${shown.from}`];
    const more = count === 1 ? [] : [`  ${count} times in ${exchanges} exchanges; this is the smallest`];
    return [...lines, ...place, ...more, ''];
  });
}

function breachLines(cases: readonly ShownCase[]): string[] {
  const lines = cases.flatMap(({ exchange, from, breaches }) =>
    breaches.map(
      ({ clause, path, expected, received }) =>
        `  ${exchange.operation}  ${from ?? exchange.id}  ${path || 'the whole request'}: must be ${expected}, found ${received}${clause === undefined ? '' : `  (${clause})`}`,
    ),
  );
  return lines.length === 0
    ? []
    : ['Requests that break the document (the caller, not the service)', ...lines, ''];
}

function observationLines({ cases, observations }: Shown): string[] {
  const all = [...cases.flatMap((one) => one.observations), ...observations];
  const alike = groupedBy(
    all,
    ({ clause, operation, detail }) => `observed  ${clause}  ${operation}: ${detail}`,
  );
  return [...alike].map(([line, { length }]) => (length === 1 ? line : `${line}  (${length} times)`));
}

function unjudgedLines({ unjudged }: Shown): string[] {
  if (unjudged.length === 0) return [];
  return [
    `Not judged: ${unjudged.length}`,
    ...unjudged.map(({ from, what, reason }) => `  ${from}  ${what}: ${reason}`),
    '',
  ];
}

function noteLines(head: string, notes: readonly FileNote[]): string[] {
  if (notes.length === 0) return [];
  return [
    head,
    ...[...groupedBy(notes, ({ what }) => what)].map(([what, [first, ...others]]) =>
      others.length === 0
        ? `  ${first?.from}: ${what}`
        : `  ${first?.from} and ${others.length} more: ${what}`,
    ),
    '',
  ];
}

/** Returns the lines for the terminal; with `quiet` only the findings. */
export function readingLines(masked: Shown, { quiet = false } = {}): readonly string[] {
  const shown = plainValue(masked);
  const { cases, findings, unjudged } = shown;
  const observed = observationLines(shown);
  const exercised = new Set(cases.flatMap((one) => one.exercised));
  const head = cases.map(
    ({ exchange, from, outcome, request, findings: own }) =>
      `${exchange.operation} ${from ?? exchange.id}: ${outcome}, request ${exchange.sent.unknown === true ? 'not given' : request}, ${counted(own.length, 'finding')}`,
  );
  const fails = findings.filter(({ verdict }) => verdict === 'fail').length;
  const found = findingLines(shown);
  if (quiet) return found.slice(0, -1);
  return [
    // For many exchanges the totals are enough.
    ...(cases.length > 40 || cases.length === 0 ? [] : [...head, '']),
    ...found,
    ...unjudgedLines(shown),
    ...noteLines('About the file (what recorded it, not the service)', shown.notes),
    ...noteLines('How answers were read', shown.readAs),
    ...breachLines(cases),
    ...observed,
    ...(observed.length === 0 ? [] : ['']),
    `${counted(cases.length, 'exchange')} judged, ${unjudged.length} not, ${counted(findings.length, 'finding')}, ${fails} of them fail, ${counted(exercised.size, 'clause')} exercised`,
  ];
}

/** Returns the same as JSON lines: one per exchange, one for the whole, one per entry left out and per note. */
export function readingJson(shown: Shown): readonly JsonValue[] {
  const own = shown.cases.flatMap(({ findings }) => findings).length;
  const lines = [
    ...shown.cases.map(({ exchange, ...rest }) => ({
      kind: 'exchange',
      exchange: exchange.id,
      operation: exchange.operation,
      ...rest,
    })),
    { kind: 'whole', findings: shown.findings.slice(own), observations: shown.observations },
    ...shown.unjudged.map((one) => ({ kind: 'not-judged', ...one })),
    ...shown.notes.map((one) => ({ kind: 'note', ...one })),
    ...shown.readAs.map((one) => ({ kind: 'read-as', ...one })),
  ];
  return JSON.parse(JSON.stringify(lines)) as JsonValue[];
}
