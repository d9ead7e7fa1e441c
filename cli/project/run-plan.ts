import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, release, type } from 'node:os';
import { contractSha256 } from '../../reports/digest.ts';
import { testCommand, typedPath } from '../../reports/exports/repeat.ts';
import { redactText, redactValue } from '../../reports/redact.ts';
import type { RunChoices } from '../../reports/run/choices.ts';
import type { RunPlan } from '../../reports/run/run-facts.ts';
import type { ProofFigures } from '../../reports/statement/format.ts';
import type { Named } from '../../reports/statement/gaps.ts';
import type { DeclaredScope, Platform } from '../../schemas/certification.ts';
import { defined } from '../../schemas/defined.ts';
import { objectOf } from '../../schemas/json.ts';
import type { OperationId } from '../../schemas/types.ts';
import { limitsOf } from '../../targets/file/limits.ts';
import { maskedTargetFile } from '../../targets/file/masked-target.ts';
import { readDeviations, readTargetFile } from '../../targets/file/target-file.ts';
import type { RequestLayout } from '../../targets/file/target-keys.ts';
import {
  endpointOptions,
  type PlainSettings,
  plainSettings,
  printedTarget,
  type Settings,
} from '../../targets/settings.ts';
import { suiteFacts } from '../certify/suite-facts.ts';
import { figuresFile, proofVersion } from '../package-root.ts';

/** Returns the address of the embedded endpoint for evidence: its port differs in each run. */
function stableAddress(baseUrl = 'http:'): string {
  return `${baseUrl.split(':')[0]}://embedded.invalid`;
}

/** The plan of a run with its settings. */
export type PlannedRun = RunPlan & PlainSettings;

/**
 * Returns the plan of a run with all facts known before the first request; the secrets must be masked already. `runner`
 * is given in a run that Playwright itself starts: the words that chose some of the tests, if any.
 */
export function planRun(settings: Settings, runner?: { readonly chosen: string | undefined }): PlannedRun {
  const { target, fault } = settings;
  const name = fault === undefined ? target.name : `${target.name} (${fault})`;
  const isEmbedded = target.environment === 'embedded';
  const isLocal = isEmbedded || settings.rehearses;
  const named = printedTarget(settings.targetFile);
  const acquirer = defined({ acquirer: target.acquirer });
  return {
    ...plainSettings(settings),
    pid: process.pid,
    facts: {
      suite: { ...suiteFacts(), contractSha256: contractSha256() },
      target: {
        name,
        environment: target.environment,
        baseUrl: redactText(isLocal ? stableAddress(target.baseUrl) : (target.baseUrl ?? '')),
      },
      profile: settings.profile,
      warnings: settings.warnings,
      seed: settings.seed,
      seedFrom: settings.seedFrom,
      day: settings.day,
      scope: declaredScope(settings),
      named: namedIn(target),
      platform: platformFacts(),
      runId: settings.runId,
      runsPerProperty: settings.runs,
      startedAt: new Date().toISOString(),
      capabilities: target.capabilities,
      selected: settings.operations,
      choices: runChoices(settings, runner?.chosen),
      place: defined({
        target: named && typedPath(named),
        endpoint: isEmbedded ? endpointOptions({ ...settings, ...acquirer }) : undefined,
      }),
      again: testCommand(settings, named),
      ...defined({
        certification: target.certification,
        laws: target.laws,
        statuses: target.statuses,
        deviations: target.deviations === undefined ? undefined : readDeviations(target.deviations),
        proof: proofFigures(),
        shard: settings.shard,
      }),
    },
    ...defined({ orderPrefix: target.orderNumbers && (target.orderNumbers.prefix ?? '') }),
  };
}

/** Returns the figures of the suite's own proof, if the suite includes them. */
function proofFigures(): ProofFigures | undefined {
  try {
    const read = JSON.parse(readFileSync(figuresFile, 'utf8')) as { proof: number; figures: ProofFigures };
    return read.proof === proofVersion ? read.figures : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the target's values that requests use, masked as in evidence; cards with the same mask are left out. */
function namedIn({ merchant, cards, currencies = [], payouts = [] }: Settings['target']): readonly Named[] {
  const shown = cards.map(({ card }) => objectOf(redactValue({ card })).card ?? '');
  const isOnly = (at: number) => shown.filter((one) => one === shown[at]).length === 1;
  return [
    ...(merchant.otherAccountId === undefined
      ? []
      : [{ key: 'merchant.otherAccountId', members: { account_id: merchant.otherAccountId } }]),
    ...cards.flatMap(({ outcome = 'approve' }, at) =>
      outcome === 'approve' && isOnly(at)
        ? [{ key: `cards[${at}]`, members: { card: shown[at] ?? '' } }]
        : [],
    ),
    ...currencies.map(({ currency }, at) => ({ key: `currencies[${at}]`, members: { currency } })),
    ...payouts.map(({ payment_currency, source_currency, payment_method }, at) => ({
      key: `payouts[${at}]`,
      members: { payment_currency, source_currency, payment_method },
    })),
  ];
}

/** Returns what a run leaves out besides operations. */
function runChoices({ target }: Settings, chosen: string | undefined): RunChoices {
  return {
    allow: target.allow,
    ...(chosen !== undefined && { only: `the tests that ${chosen} chooses` }),
    // The embedded endpoint always sends notifications to the suite.
    notify: target.notify !== undefined || target.environment === 'embedded',
    secondAccount: target.merchant.otherAccountId !== undefined,
  };
}

function layoutWords({ encoding, contentType, xmlRoot, xmlEntries, nested }: RequestLayout): string {
  return [
    encoding,
    contentType,
    xmlRoot === undefined ? undefined : `root <${xmlRoot}>`,
    xmlEntries === undefined ? undefined : `entries <${xmlEntries}>`,
    nested === undefined ? undefined : `nested as ${nested}`,
  ]
    .filter((word) => word !== undefined)
    .join(', ');
}

function signingWords({ recipe, fields, uppercase }: Settings['target']['signing']): string {
  const over = fields.length === 0 ? '' : ` over ${fields.join(', ')}`;
  return `${recipe}${over}${uppercase ? ', in upper case' : ''}`;
}

// A base URL without a target file is an unknown service that the file does not describe.
function fileOf({ target, targetFile }: Settings): DeclaredScope['file'] {
  return readTargetFile(targetFile).environment === target.environment
    ? maskedTargetFile(targetFile)
    : undefined;
}

/** Returns what the target of a run declares, in words. */
function declaredScope(settings: Settings): DeclaredScope {
  const { target } = settings;
  const file = fileOf(settings);
  // Shards share the limits; the declared limits are those of the whole run.
  const { parts: _, ...limits } =
    file === undefined ? target.limits : limitsOf(readTargetFile(settings.targetFile));
  return {
    encodings: Object.fromEntries(
      Object.entries(target.encodings).map(([id, layout]) => [id as OperationId, layoutWords(layout)]),
    ),
    signing: signingWords(target.signing),
    allow: target.allow,
    limits: Object.fromEntries(Object.entries(limits).filter(([, bound]) => Number.isFinite(bound))),
    ...(file && { file }),
  };
}

/** Returns the platform of a run without its browser. */
function platformFacts(): Omit<Platform, 'browser'> {
  const own = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  const { version } = JSON.parse(readFileSync(own, 'utf8')) as { version: string };
  return { node: process.versions.node, playwright: version, os: `${type()} ${release()} ${arch()}` };
}
