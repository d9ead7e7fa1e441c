import type { KeyObject } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../schemas/defined.ts';
import { contractSha256 } from './digest.ts';
import { mergedFile } from './evidence/collect.ts';
import { readLines } from './evidence/line-file.ts';
import type { EvidenceExchange, GatheredEvidence } from './evidence/lines.ts';
import { evidenceBounds, evidenceLines, readEvidence } from './evidence.ts';
import { longestBody } from './redact/exchange.ts';
import { whyWithheld } from './redact/withheld.ts';
import { factsIn } from './run/run-facts.ts';
import type { Signers } from './signing/envelope.ts';
import type { Statement, SuiteFacts } from './statement/format.ts';
import { checkReports } from './verify/derived.ts';
import { checkFiles, type VerifyProblem } from './verify/files.ts';
import { isShortened, rejudge } from './verify/rejudge.ts';

/** The result of a verification. */
export interface Verification extends Signers {
  /** Empty if everything is as it should be. */
  readonly problems: readonly VerifyProblem[];
  /** Number of files in the folder. */
  readonly files: number;
  /** Number of exchanges in the evidence. */
  readonly exchanges: number;
  /** Number of exchanges that are stored in part only and cannot be judged again. */
  readonly shortened: number;
  /** Number of findings on a masked or shortened value: attested by the run, not re-checkable. */
  readonly attested: number;
  /** The statement that the evidence gives, if it gives one. */
  readonly statement?: Statement;
}

/** Options of a verification. */
export interface VerifyOptions {
  /** Public keys that must have signed. Every other signature is named, and not checked. */
  readonly publicKeys?: readonly KeyObject[];
  /** Version and commit of the verifying suite. If another release wrote differing reports, one sentence says so. */
  readonly suite?: Pick<SuiteFacts, 'version' | 'commit'>;
  /** The evidence of the folder, if the caller has just read it. */
  readonly evidence?: GatheredEvidence;
}

/** The kinds of problem that occur when one release recreates the reports of another one. */
const releaseKinds: readonly VerifyProblem['kind'][] = ['derived', 'verdict', 'evidence'];

// Many differences with one cause would hide that cause. Another contract judges differently, which says nothing about
// the evidence.
function ofOtherRelease(
  problems: readonly VerifyProblem[],
  wrote: SuiteFacts | undefined,
  own: VerifyOptions['suite'],
): readonly VerifyProblem[] {
  if (wrote === undefined) return problems;
  const { version, commit, contractSha256: contract } = wrote;
  const hasOtherContract = contract !== contractSha256();
  const isOther = own !== undefined && (version !== own.version || commit !== own.commit);
  const doDiffer = problems.some(({ kind }) => releaseKinds.includes(kind));
  if (!hasOtherContract && !(isOther && doDiffer)) return problems;
  const why = hasOtherContract ? 'judges by another contract' : 'writes them otherwise';
  const detail = `its reports were written by release ${version} (commit ${commit}), and this one ${why}: verify with the release that wrote them`;
  return [
    ...problems.filter(({ kind }) => !releaseKinds.includes(kind)),
    { kind: 'release', at: mergedFile, detail },
  ];
}

/**
 * Checks an evidence folder: files against the digest, signatures, the evidence in itself, every stored exchange by
 * judging it again, and every report by recreating it from the evidence. Reads only; throws only if the folder cannot
 * be read.
 */
export function verifyEvidence(dir: string, how: VerifyOptions = {}): Verification {
  const { named, signedBy, files, problems } = checkFiles(dir, how.publicKeys);
  const evidence = how.evidence ?? readEvidence(dir);
  const { exchanges } = evidence;
  const again = rejudge(evidence);
  const reports = checkReports(dir, evidence);
  const all = [...problems, ...checkEvidenceFile(dir, evidence), ...again.problems, ...reports.problems];
  return {
    problems: ofOtherRelease(all, factsIn(evidence)?.suite, how.suite),
    ...{ named, signedBy, files },
    exchanges: exchanges.length,
    shortened: exchanges.filter(isShortened).length,
    attested: again.attested,
    ...defined({ statement: reports.statement }),
  };
}

/** Compares the file with the lines that its content gives; returns the first difference in words. */
function differenceIn(file: string, evidence: GatheredEvidence): string | undefined {
  const again = evidenceLines(evidence);
  let number = 0;
  for (const { text } of readLines(file)) {
    number += 1;
    if (text !== again.next().value) return `line ${number} is not what the run wrote there`;
  }
  return again.next().done ? undefined : 'it ends before its last line';
}

// An exchange without its full bodies is not judged again, so there must be a reason for shortening it.
function isRightlyShortened({ sent, received }: EvidenceExchange, size: number): boolean {
  const parts = received.kind === 'answer' ? [sent, received] : [sent];
  return parts.every(
    ({ body, shortened }) =>
      shortened === undefined ||
      (shortened.length > longestBody && body.length > longestBody / 2) ||
      whyWithheld(body, shortened.length) !== undefined ||
      (body === '' && size >= evidenceBounds.all),
  );
}

// A failure of the suite says nothing about the service and cannot be judged again.
function failureProblems({ exchanges }: GatheredEvidence): VerifyProblem[] {
  return exchanges.flatMap(({ id, failed = [], judgement }) => {
    const unjudged = judgement.findings.filter(({ values }) => values.expected.says === 'judgement');
    const details = [...failed, ...unjudged.map(({ received }) => `judging it failed (${received})`)];
    return details.map((detail): VerifyProblem => ({ kind: 'incomplete', at: `exchange ${id}`, detail }));
  });
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

/** Checks the format of the evidence file: lines, order, sum, shortened bodies, base address. */
function checkEvidenceFile(dir: string, evidence: GatheredEvidence): readonly VerifyProblem[] {
  const file = join(dir, mergedFile);
  if (!existsSync(file)) return [];
  const problem = (detail: string, at = mergedFile): VerifyProblem => ({ kind: 'evidence', at, detail });
  try {
    const { size } = statSync(file);
    const difference = differenceIn(file, evidence);
    return [
      ...(difference === undefined ? [] : [problem(difference)]),
      ...evidence.exchanges
        .filter((exchange) => isShortened(exchange) && !isRightlyShortened(exchange, size))
        .map(({ id }) =>
          problem('its bodies are marked as shortened, though nothing demanded it', `exchange ${id}`),
        ),
      ...failureProblems(evidence),
      ...addressProblems(evidence),
    ];
  } catch {
    return [problem('a line of it is not what a run writes')];
  }
}
