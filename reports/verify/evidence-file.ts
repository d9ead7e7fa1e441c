import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exactJsonText } from '../../schemas/plain-text.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { evidenceBounds } from '../evidence/budget.ts';
import { mergedFile } from '../evidence/collect.ts';
import { linesOf, startMemory } from '../evidence/compact.ts';
import type { EvidenceExchange, GatheredEvidence } from '../evidence/lines.ts';
import { unpacked } from '../evidence/packing.ts';
import { readLines } from '../evidence/read-lines.ts';
import { closingLines, endLine } from '../evidence.ts';
import { longestBody } from '../redact/exchange.ts';
import { whyWithheld } from '../redact/withheld.ts';
import { factsIn } from '../run-facts.ts';
import type { VerifyProblem } from './problem.ts';
import { isShortened } from './rejudge.ts';

/** The lines of the file as they would be written from what was read, blocks unpacked, without the last one. */
function* linesAgain(evidence: GatheredEvidence): Generator<string> {
  const memory = startMemory();
  if (evidence.run !== undefined) yield exactJsonText({ kind: 'run', ...evidence.run });
  for (const exchange of evidence.exchanges) yield* linesOf(exchange, memory);
  yield* closingLines(evidence);
}

function nameOf(text: string): string {
  try {
    const { kind, id } = JSON.parse(text) as JsonObject;
    return [kind, id].filter((part) => typeof part === 'string').join(' ');
  } catch {
    return 'something else';
  }
}

function* linesIn(text: string): Generator<string> {
  if (!text.startsWith('{"kind":"block"')) return yield text;
  try {
    for (const line of unpacked(JSON.parse(text))) yield exactJsonText(line);
  } catch {
    yield 'a block that cannot be read';
  }
}

/** Compares the file line by line with what would be written again; the first difference tells enough. */
function compareLines(file: string, evidence: GatheredEvidence): VerifyProblem[] {
  const again = linesAgain(evidence);
  const sum = createHash('sha256');
  let number = 0;
  let last = '';
  const problem = (detail: string): VerifyProblem[] => [{ kind: 'evidence', at: mergedFile, detail }];
  for (const { text } of readLines(file)) {
    number += 1;
    if (last !== '') {
      sum.update(`${last}\n`);
      for (const line of linesIn(last)) {
        const wanted = again.next();
        if (wanted.done === true || wanted.value !== line) {
          const there = wanted.done === true ? 'nothing more' : nameOf(wanted.value);
          return problem(`line ${number - 1} holds ${nameOf(line)} where the run wrote ${there}`);
        }
      }
    }
    last = text;
  }
  if (again.next().done !== true) return problem('it ends before its last line');
  return last === endLine(evidence, sum.digest('hex'))
    ? []
    : problem('its last line does not fit the lines before');
}

function isCutAtBound(body: string, length: number): boolean {
  return length > longestBody && body.length > longestBody / 2;
}

// What is kept without its bodies is not judged again, so it must have a reason.
function isRightlyShortened({ sent, received }: EvidenceExchange, size: number): boolean {
  const parts = received.kind === 'answer' ? [sent, received] : [sent];
  return parts.every(
    ({ body, shortened }) =>
      shortened === undefined ||
      isCutAtBound(body, shortened.length) ||
      whyWithheld(body, shortened.length) !== undefined ||
      (body === '' && size >= evidenceBounds.packed),
  );
}

// What the suite failed at says nothing about a service, and nobody can judge it again.
function failedAt({ failed = [], judgement }: EvidenceExchange): readonly string[] {
  const unjudged = judgement.findings.filter(({ values }) => values.expected.says === 'judgement');
  return [...failed, ...unjudged.map(({ received }) => `judging it failed (${received})`)];
}

function failureProblems({ exchanges }: GatheredEvidence): VerifyProblem[] {
  return exchanges.flatMap((exchange) =>
    failedAt(exchange).map(
      (detail): VerifyProblem => ({ kind: 'incomplete', at: `exchange ${exchange.id}`, detail }),
    ),
  );
}

function addressProblems(evidence: GatheredEvidence): VerifyProblem[] {
  const { exchanges } = evidence;
  const base = factsIn(evidence)?.target?.baseUrl?.replace(/\/+$/, '') ?? '';
  // A masked address cannot be compared.
  if (base === '' || base.includes('secret-')) return [];
  const foreign = exchanges.filter(({ sent }) => !sent.url.startsWith(base));
  const [first] = foreign;
  if (first === undefined) return [];
  const detail = `the run names the base address ${base}, but ${foreign.length} of ${exchanges.length} exchanges went elsewhere, as ${first.sent.url}`;
  return [{ kind: 'evidence', at: `exchange ${first.id}`, detail }];
}

/** Checks that the evidence is as the suite writes it: its lines, their order and sum, what is shortened, where it went. */
export function checkEvidenceFile(dir: string, evidence: GatheredEvidence): VerifyProblem[] {
  const file = join(dir, mergedFile);
  if (!existsSync(file)) return [];
  try {
    return checkContent(file, evidence);
  } catch {
    return [{ kind: 'evidence', at: mergedFile, detail: 'a line of it is not what a run writes' }];
  }
}

function checkContent(file: string, evidence: GatheredEvidence): VerifyProblem[] {
  const { size } = statSync(file);
  const shortened = evidence.exchanges.filter(isShortened);
  return [
    ...compareLines(file, evidence),
    ...shortened
      .filter((exchange) => !isRightlyShortened(exchange, size))
      .map(
        ({ id }): VerifyProblem => ({
          kind: 'evidence',
          at: `exchange ${id}`,
          detail: 'its bodies are marked as shortened, though nothing demanded it',
        }),
      ),
    ...failureProblems(evidence),
    ...addressProblems(evidence),
  ];
}
