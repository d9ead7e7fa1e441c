import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, release, type } from 'node:os';
import { historyFolder } from '../../reports/allure/generate.ts';
import type { DocumentFile } from '../../reports/document.ts';
import { redactValue } from '../../reports/redact.ts';
import type { RunChoices } from '../../reports/run/choices.ts';
import type { ReporterOptions } from '../../reports/run/run-facts.ts';
import type { Named } from '../../reports/statement/gaps.ts';
import type { DeclaredScope, Platform } from '../../schemas/certification.ts';
import { given } from '../../schemas/given.ts';
import { objectOf } from '../../schemas/json.ts';
import type { OperationId } from '../../schemas/types.ts';
import { limitsOf } from '../../targets/file/limits.ts';
import { maskedTargetFile } from '../../targets/file/masked-target.ts';
import { type RequestLayout, readTargetFile } from '../../targets/file/target-file.ts';
import { endpointOptions, printedTarget, type Settings } from '../../targets/settings.ts';
import { suiteFacts } from '../certify/suite-facts.ts';
import { documentAt } from '../investigate/document-at.ts';
import { figuresFile } from '../package-root.ts';

/** The address of the embedded endpoint as evidence shows it: its port changes from run to run. */
function stableAddress(baseUrl = 'http:'): string {
  return `${baseUrl.split(':')[0]}://embedded.invalid`;
}

/** What the reporters need of the settings, as plain data. */
export function reporterOptions(settings: Settings): ReporterOptions {
  const { target } = settings;
  const dressed = settings.fault ?? settings.dialect;
  const facts = {
    name: dressed === undefined ? target.name : `${target.name} (${dressed})`,
    environment: target.environment,
    baseUrl: target.environment === 'embedded' ? stableAddress(target.baseUrl) : (target.baseUrl ?? ''),
  };
  return {
    suite: suiteFacts(),
    target: facts,
    profile: settings.profile,
    seed: settings.seed,
    seedFrom: settings.seedFrom,
    day: settings.day,
    scope: declaredScope(settings),
    named: namedIn(target),
    platform: platformFacts(),
    runId: settings.runId,
    runs: settings.runs,
    out: settings.out,
    operations: settings.operations,
    capabilities: target.capabilities,
    choices: runChoices(settings),
    proof: figuresFile,
    ...given({
      certification: target.certification,
      laws: target.laws,
      deviations: target.deviations,
      document: documentOf(settings),
      orderPrefix: prefixOf(target),
      targetFile: printedTarget(settings.targetFile),
      endpoint:
        target.environment === 'embedded'
          ? endpointOptions({ ...settings, ...given({ acquirer: target.acquirer }) })
          : undefined,
    }),
    ...(settings.history ? { history: historyFolder(settings.out, facts) } : {}),
    ...(settings.opened ? { opened: true } : {}),
    ...(settings.skipAllure ? { skipAllure: true } : {}),
    ...(settings.verbose ? { verbose: true } : {}),
  };
}

/** What a target file names and requests are made with, as evidence shows it. Of cards that look alike there nothing can be told. */
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

function documentOf({ document: file }: Settings): DocumentFile | undefined {
  return file === undefined ? undefined : { file, sha256: documentAt(file).sha256 };
}

function prefixOf({ orderNumbers }: Settings['target']): string | undefined {
  return orderNumbers && (orderNumbers.prefix ?? '');
}

/** What the caller of a run left out, besides the operations. */
export function runChoices({ target, grep, profile }: Settings): RunChoices {
  const only = [
    ...(profile === 'quick' ? ['the tests that show most for their requests'] : []),
    ...(grep === undefined ? [] : [`tests that match ${JSON.stringify(grep)}`]),
  ];
  return {
    allow: target.allow,
    ...(only.length > 0 && { only: only.join(', of them ') }),
    // The embedded endpoint notifies wherever the suite listens.
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

// An address from outside without a target file is somebody's service, of which the file says nothing.
function fileOf({ target, targetFile }: Settings): DeclaredScope['file'] {
  return readTargetFile(targetFile).environment === target.environment
    ? maskedTargetFile(targetFile)
    : undefined;
}

/** What the target of a run declares, in words. */
function declaredScope(settings: Settings): DeclaredScope {
  const { target } = settings;
  const file = fileOf(settings);
  // Shards share the limits; what is declared is the whole.
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

/** What a run runs on, without its browser. */
function platformFacts(): Omit<Platform, 'browser'> {
  const own = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  const { version } = JSON.parse(readFileSync(own, 'utf8')) as { version: string };
  return { node: process.versions.node, playwright: version, os: `${type()} ${release()} ${arch()}` };
}
