import { join } from 'node:path';
import type { DocumentFile } from '../reports/document/quotes.ts';
import type { Named } from '../reports/gaps.ts';
import { historyFolder } from '../reports/history-folder.ts';
import { redactValue } from '../reports/redact.ts';
import type { ReporterOptions } from '../reports/reporter-options.ts';
import { given } from '../schemas/given.ts';
import { objectOf } from '../schemas/json.ts';
import { endpointOptions, printedTarget, type Settings } from '../targets/settings.ts';
import { documentAt } from './document-at.ts';
import { packageRoot } from './package-root.ts';
import { runChoices } from './run-choices.ts';
import { declaredScope, platformFacts } from './scope-facts.ts';
import { suiteFacts } from './suite-facts.ts';

/** What the reporters need of the settings, as plain data. */
export function reporterOptions(settings: Settings): ReporterOptions {
  const { target } = settings;
  const dressed = settings.fault ?? settings.dialect;
  const facts = {
    name: dressed === undefined ? target.name : `${target.name} (${dressed})`,
    environment: target.environment,
    // The port of the embedded endpoint changes from run to run.
    baseUrl: target.environment === 'embedded' ? 'http://embedded.invalid' : (target.baseUrl ?? ''),
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
    proof: join(packageRoot, 'reports', 'proof.json'),
    ...given({
      certification: target.certification,
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
    ...(settings.variants === undefined ? {} : { variants: true }),
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
