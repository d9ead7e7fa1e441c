import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { clauses as register } from '../schemas/clauses.ts';
import { defined } from '../schemas/defined.ts';
import { groupedBy } from '../schemas/json.ts';
import { loadAjv } from '../schemas/load-ajv.ts';
import { onceFor } from '../schemas/once-for.ts';
import { jsonText } from '../schemas/plain-text.ts';
import { type Law, lawRows } from '../schemas/rules/run/laws.ts';
import { lacksBrowser, limitReached } from '../schemas/skip-reasons.ts';
import { type Clause, type OperationId, operationIds, type Statuses } from '../schemas/types.ts';
import type { AcrossRun, EvidenceExchange, GatheredEvidence } from './evidence/lines.ts';
import type { CurlPlace } from './exports/repeat.ts';
import { partsLeftOut, type RunChoices, type Shard, wholeChoices, withShard } from './run/choices.ts';
import { countAnswers } from './statement/count-answers.ts';
import type { Deviation, KnownOfRun, RunSettings, Statement } from './statement/format.ts';
import { gapsOf, type Named } from './statement/gaps.ts';
import { findingRows } from './statement/grouping.ts';
import { outcomeOfRun } from './statement/results.ts';
import { deviationRows, markKnown, rowsOf, tallyOf } from './statement/rows.ts';
import {
  cardLimitAdvice,
  documentIssues,
  failuresIn,
  keptInPart,
  operationCounts,
  sentRows,
  skippedRows,
} from './statement/summaries.ts';
import { madeTrials } from './statement/trials.ts';

/** The input of a statement; its texts are already masked. */
export interface StatementInput extends KnownOfRun, RunSettings {
  /** `false` for an operation that the target does not offer. */
  readonly capabilities: Readonly<Partial<Record<OperationId, boolean>>>;
  /** Further choices of the caller; if absent, nothing is left out. */
  readonly choices?: RunChoices;
  /** The shard that this run was, if it was split. */
  readonly shard?: Shard;
  /** What the acquirer promises beyond the document, from the target file. */
  readonly laws?: readonly Law[];
  /** Values of the target file that requests are made with. */
  readonly named?: readonly Named[];
  /** The meaning of statuses, from the target file. */
  readonly statuses?: Statuses;
  readonly evidence: GatheredEvidence;
  /** The result of `judgeRun` over all exchanges. */
  readonly acrossRun: AcrossRun;
  readonly deviations?: readonly Deviation[];
  /** Why the run ended early; any of them makes it incomplete. */
  readonly interruptions?: readonly string[];
  /** Defects of the suite that are not findings (a spec threw); any of them makes the run void. */
  readonly suiteErrors?: readonly string[];
  /** The command that repeats an exchange; if absent, without its test. */
  readonly again?: (exchange: string) => string;
  /** The destination of the requests, for the commands that send them again. */
  readonly place?: CurlPlace;
  /** The register; if absent, the suite's own. */
  readonly clauses?: readonly Clause[];
}

function commonSilence(exchanges: readonly EvidenceExchange[]): string {
  const silences = exchanges.flatMap(({ received }) => (received.kind === 'none' ? [received] : []));
  const [first] = [...groupedBy(silences, ({ reason, detail }) => `${reason}: ${detail}`)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return first?.[0] ?? 'nothing';
}

/** Builds the statement of a run. Pure; equal evidence gives an equal statement apart from the times. */
export function buildStatement(input: StatementInput): Statement {
  const { evidence, deviations = [], clauses = register, opening } = input;
  const { suite, target, profile, certification, scope: declared, platform, proof } = input;
  const { warnings = 'note' } = input;
  const { seed, seedFrom, day, runId, runsPerProperty, startedAt, endedAt, selected } = input;
  const { name, choices } = withShard(target.name, input.choices ?? wholeChoices, input.shard);
  const { exchanges } = evidence;
  const { book } = input.acrossRun;
  const found = evidence.notes.filter((note) => note.kind === 'found');
  const interruptions = [
    ...found.flatMap(({ ends, says }) => (ends ? [says] : [])),
    ...(input.interruptions ?? []),
    ...evidence.problems.map(({ file, problem }) => `evidence is not whole: ${file} ${problem}`),
  ];
  const hindrances = found.flatMap(({ ends, says }) => (ends ? [] : [says]));
  const capabilities = Object.fromEntries(
    operationIds.map((id) => [id, input.capabilities[id] ?? true]),
  ) as Statement['capabilities'];
  const skipped = evidence.notes.filter((note) => note.kind === 'skipped');
  const limits = [...new Set(skipped.flatMap(({ reason }) => limitReached(reason) ?? []))].sort();
  const sent = sentRows(evidence.notes);
  const tally = tallyOf(evidence, input.acrossRun, clauses);
  const context = {
    capabilities,
    selected: new Set(selected),
    skipped,
    cutShort: interruptions.length > 0,
  };
  const judged = rowsOf(clauses, tally, context);
  const known = deviationRows(deviations, judged, tally, {
    ...{ evidence, acrossRun: input.acrossRun },
    ...{ selected: context.selected, today: endedAt.slice(0, 10) },
  });
  const rows = markKnown(judged, known);
  const suiteErrors = [...(input.suiteErrors ?? []), ...failuresIn(exchanges)];
  const inPart = keptInPart(exchanges);
  const answered = exchanges.filter(({ received }) => received.kind === 'answer').length;
  const answers = countAnswers(exchanges, defined({ opening, statuses: input.statuses }));
  const scope = { capabilities, selected, choices };
  const laws = input.laws && lawRows(input.laws, book?.impossible ?? []);
  const outcome = outcomeOfRun({
    ...defined({ laws }),
    profile,
    warnings,
    rows,
    deviations: known,
    suiteErrors,
    interruptions,
    gaps: gapsOf({
      scope,
      answers,
      skipped,
      exchanges,
      hindrances,
      depth: {
        runs: runsPerProperty,
        ...defined({ amountPerRequest: declared?.limits.amountPerRequest }),
      },
      ...defined({ opening, named: input.named }),
    }),
    answered,
    ...(answered > 0 || exchanges.length === 0 ? {} : { unanswered: commonSilence(exchanges) }),
  });
  return {
    statement: 1,
    result: outcome.result,
    partial: [
      ...partsLeftOut(scope),
      ...(skipped.some(({ reason }) => lacksBrowser(reason)) ? ['no browser'] : []),
      ...limits.map((name) => `limits.${name} reached`),
    ],
    reasons:
      outcome.result === 'incomplete' ? [...outcome.reasons, ...cardLimitAdvice(answers)] : outcome.reasons,
    profile,
    warnings,
    exitCode: outcome.exitCode,
    suite,
    target: { ...target, name },
    run: {
      ...defined({ seed, seedFrom, day, runId, runsPerProperty, startedAt, endedAt }),
      exchanges: exchanges.length,
      operations: operationCounts(exchanges, answers, input.acrossRun),
      selected,
      choices,
    },
    ...defined({ evidenceSha256: evidence.sha256, certification, scope: declared, platform, opening }),
    capabilities,
    clauses: rows,
    ...findingRows(tally.findings, exchanges, {
      seed,
      deviations: known,
      again: input.again ?? (() => 'npx playwright test'),
      place: input.place,
    }),
    observations: tally.observations,
    skipped: skippedRows(skipped),
    deviations: known,
    documentIssues: documentIssues(clauses, rows, tally),
    notTestable: clauses.flatMap(({ id, gap }) =>
      gap !== undefined && 'unobservable' in gap ? [{ clause: id, why: gap.unobservable }] : [],
    ),
    ...(runsPerProperty > 0 && { trials: madeTrials(exchanges) }),
    ...(sent.length > 0 && { sent }),
    ...(book !== undefined && book.moved.length + book.impossible.length > 0 && { money: book }),
    ...defined({ laws: outcome.laws }),
    evidenceProblems: evidence.problems,
    ...(inPart.length > 0 && { keptInPart: inPart }),
    ...defined({ proof }),
  };
}

/** The exact text of `conformance.json`; the certificate contains its digest. */
export const statementText = onceFor((statement: Statement) => `${jsonText(statement, 2)}\n`);

let validate: ValidateFunction | undefined;

/** The problems of a statement against `statement.schema.json`, one line each; empty if it is valid. */
export function validateStatement(value: unknown): readonly string[] {
  const schema = () => readFileSync(new URL('./statement.schema.json', import.meta.url), 'utf8');
  const { Ajv2020 } = loadAjv();
  validate ??= new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(schema()));
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` "${String(params.additionalProperty)}"` : '';
    return `${instancePath === '' ? 'the statement' : instancePath} ${message ?? 'is wrong'}${extra}`;
  });
}
