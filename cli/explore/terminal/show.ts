import pc from 'picocolors';
import type { RequestCase } from '../../../generators/request.ts';
import { besides, wrap } from '../../../reports/terminal/columns.ts';
import { clauseOf, hasClause } from '../../../schemas/clauses.ts';
import { findingText } from '../../../schemas/finding-text.ts';
import { mustWords } from '../../../schemas/findings/words.ts';
import { operationOf } from '../../../schemas/operations.ts';
import { plainLine, plainText } from '../../../schemas/plain-text.ts';
import { table } from '../../../schemas/table.ts';
import type { Finding, JsonObject } from '../../../schemas/types.ts';
import type { Look } from '../look.ts';
import { answerLines, jsonLines } from './body-lines.ts';

/** How much is shown, and in how many cells; a pipe has no width. */
export interface Manner {
  readonly width?: number | undefined;
  readonly full: boolean;
}

/** From this width on answer and verdict stand beside each other. */
const wideFrom = 110;

const expectations = {
  accepted: 'accepted: nothing in it is a reason to refuse it',
  refused: 'refused: what the document says implies a refusal',
  'not-shown': 'not shown: the document leaves it open',
} as const satisfies Record<RequestCase['expectation'], string>;

function clauseLine(word: string, clause: string | undefined): string[] {
  if (clause === undefined) return [];
  const row = hasClause(clause) ? clauseOf(clause) : undefined;
  const said = row === undefined ? '' : `  ${row.statement} (${row.evidence})`;
  return [`  ${word.padEnd(13)}${clause}${said}`];
}

/** Name, clause and expectation of a case in a few lines. */
export function caseText(made: RequestCase): string {
  const { operation, kind, name, clause, breaks, at, expectation } = made;
  return [
    `${pc.bold(operation)} · ${kind} · ${pc.bold(plainText(name))}`,
    ...clauseLine('clause', clause),
    ...(breaks === undefined || breaks === clause ? [] : clauseLine('breaks', breaks)),
    ...(at === undefined || at === '' ? [] : [`  ${'changed'.padEnd(13)}${plainText(at)}`]),
    `  ${'expectation'.padEnd(13)}${expectations[expectation]}`,
  ].join('\n');
}

/** The request before it is sent, secrets masked. */
export function requestText(made: RequestCase, masked: JsonObject, { full }: Manner): string {
  const { path } = operationOf(made.operation);
  return `${pc.bold(`POST ${path}`)}\n${jsonLines(masked, full)}`;
}

const paints: Readonly<Record<string, (text: string) => string>> = table({
  'suite-error': pc.red,
  fail: pc.red,
  inconclusive: pc.magenta,
  warn: pc.yellow,
});

// What must hold and what was found are compared in one line.
function beside(lines: readonly string[], finding: Finding): string[] {
  const at = lines.findIndex((line) => line.startsWith('  must '));
  const both = `  must      ${plainLine(mustWords(finding))}  |  found ${plainLine(finding.received)}`;
  return at === -1 ? [...lines] : [...lines.slice(0, at), both, ...lines.slice(at + 2)];
}

function findingLines(finding: Finding, { judged }: Look): string {
  // The exchange belongs to no run: the command at the end makes it again.
  const [head = '', ...rest] = findingText(finding, judged.exchange).split('\n');
  const paint = paints[finding.verdict] ?? ((text: string) => text);
  return [paint(plainText(head)), ...beside(rest.map(plainText), finding)].join('\n');
}

function answerText({ exchange: { received } }: Look, { full }: Manner): string {
  if (received.kind === 'none')
    return `${pc.bold(`no answer: ${received.reason}`)}\n${plainText(received.detail)}`;
  const type = plainText(received.headers['content-type'] ?? 'no content type');
  return `${pc.bold(`${received.status} ${type}`)}, ${received.durationMs} ms\n${answerLines(received.body, full)}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function verdictText(look: Look): string {
  const { outcome, request, findings, observations, exercised } = look.exchange.judgement;
  const head = `${pc.bold(outcome)} (request ${request}): ${counted(findings.length, 'finding')}, ${counted(exercised.length, 'clause')} exercised`;
  return [
    head,
    ...findings.map((finding) => findingLines(finding, look)),
    ...observations.map(({ clause, detail }) => `${pc.cyan('observed')}  ${clause}  ${plainText(detail)}`),
  ].join('\n\n');
}

/** Answer and verdict: beside each other in a wide terminal, one below the other elsewhere. */
export function lookText(look: Look, manner: Manner): string {
  const [answer, verdict] = [answerText(look, manner), verdictText(look)];
  const { width } = manner;
  if (width === undefined) return `${answer}\n\n${verdict}`;
  return width >= wideFrom
    ? besides(answer, verdict, width)
    : wrap(`${answer}\n\n${verdict}`, width).join('\n');
}

/** One line for each case of a list: name, expectation and clause. */
export function listText(cases: readonly RequestCase[]): string {
  const widest = Math.min(60, Math.max(0, ...cases.map(({ name }) => name.length)));
  return cases
    .map(({ name, expectation, clause, breaks }) =>
      [
        plainText(name).padEnd(widest),
        expectation.padEnd(9),
        clause ?? 'no clause',
        ...(breaks === undefined ? [] : [`(breaks ${breaks})`]),
      ].join('  '),
    )
    .join('\n');
}
