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
import type { Exchange, Finding } from '../../schemas/types.ts';
import type { JudgedCase, Reading } from './watched.ts';

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
    from: redactText(from),
    outcome,
    request,
    findings,
    // The recorded duration of an answer under 10 s says nothing new about a service.
    observations: observations.filter(
      ({ clause, fingerprint }) => clause !== '8/time-outs' || fingerprint !== 'under 10 s',
    ),
    exercised,
    breaches: breaches.map((breach) => redactFindingOf(judged, breach)),
  };
}

/** The masked results for printing. */
export type Shown = ReturnType<typeof maskReading>;

/** Masks a reading, and the verdicts across its exchanges. */
export function maskReading({ cases, unjudged }: Reading, across: Verdicts) {
  return {
    cases: cases.map(shownOf),
    across: {
      findings: across.findings.map(redactFinding),
      observations: across.observations.map(redactObservation),
    },
    unjudged: unjudged.map(({ from, what, reason }) => ({
      from: redactText(from),
      what: redactText(what),
      reason: redactText(reason),
    })),
  };
}

/** Returns the findings of exchanges, then those of the whole. */
export function findingsOf({ cases, across }: Shown): readonly Finding[] {
  return [...cases.flatMap(({ findings }) => findings), ...across.findings];
}

function findingLines(shown: Shown): string[] {
  const byId = new Map(shown.cases.map((one) => [one.exchange.id, one]));
  return groupFindings(findingsOf(shown)).flatMap(({ example, count, exchanges }) => {
    const one = byId.get(example.exchange);
    if (one === undefined) return [];
    const more = count === 1 ? [] : [`  ${count} times in ${exchanges} exchanges; this is the smallest`];
    return [findingText(example, one.exchange), `  from      ${one.from}`, ...more, ''];
  });
}

function breachLines({ cases }: Shown): string[] {
  return cases.flatMap(({ exchange, from, breaches }) =>
    breaches.map(
      ({ clause, path, expected, received }) =>
        `  ${exchange.operation}  ${from}  ${path || 'the whole request'}: must be ${expected}, found ${received}${clause && `  (${clause})`}`,
    ),
  );
}

function observationLines({ cases, across }: Shown): string[] {
  const all = [...cases.flatMap((one) => one.observations), ...across.observations];
  const alike = groupedBy(all, ({ clause, operation, detail }) => `  ${clause}  ${operation}: ${detail}`);
  return [...alike].map(([line, { length }]) => (length === 1 ? line : `${line}  (${length} times)`));
}

/** Returns a block of lines under its heading; nothing if there are none. */
function block(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines, ''];
}

/** Returns the lines for the terminal. */
export function readingLines(masked: Shown): readonly string[] {
  const shown = plainValue(masked);
  const { cases, unjudged } = shown;
  const findings = findingsOf(shown);
  const fails = findings.filter(({ verdict }) => verdict === 'fail').length;
  const exercised = new Set(cases.flatMap((one) => one.exercised));
  const heads = cases.map(
    ({ exchange, from, outcome, request, findings: own }) =>
      `  ${exchange.operation} ${from}: ${outcome}, request ${exchange.sent.unknown === true ? 'not given' : request}, ${counted(own.length, 'finding')}`,
  );
  const left = unjudged.map(({ from, what, reason }) => `  ${from}  ${what}: ${reason}`);
  return [
    ...findingLines(shown),
    ...block(`Judged: ${cases.length}`, heads),
    ...block(`Not judged: ${unjudged.length}`, left),
    ...block('Requests that break the document (the caller, not the service)', breachLines(shown)),
    ...block('Observed, not judged', observationLines(shown)),
    `${counted(cases.length, 'exchange')} judged, ${unjudged.length} not, ${counted(findings.length, 'finding')}, ${fails} of them fail, ${counted(exercised.size, 'clause')} exercised`,
  ];
}
