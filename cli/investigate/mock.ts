import { relative } from 'node:path';
import { acquirerLines } from '../../mock/acquirers/acquirer.ts';
import { acquirers, findAcquirer } from '../../mock/acquirers/registry.ts';
import type { Register } from '../../mock/admission.ts';
import { callerSecrets, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { findMisfit } from '../../mock/misfits/registry.ts';
import {
  type DescribedService,
  linesOfHostile,
  linesOfMisfit,
  serveServicePage,
} from '../../mock/pages/service-page.ts';
import { startMock } from '../../mock/server.ts';
import { readUsed, writeUsed } from '../../proof/drawn-services.ts';
import { changeOf } from '../../proof/freedoms/registry.ts';
import { serveHostile, serveMisfit, type Wrong } from '../../proof/serve-wrong.ts';
import { shellWord } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { acquirerTargetFile } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { collect, merchantAnd, oneOf, RepeatableOption, wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { listenOnPort, untilAskedToEnd } from '../until-stopped.ts';
import { demandKnownVariant } from './known-variant.ts';

interface MockOptions {
  readonly port: number;
  readonly freedom?: readonly string[];
  readonly fault?: string;
  readonly misfit?: string;
  readonly hostile?: string;
  readonly acquirer?: string;
  readonly signing: string;
  readonly latency: number;
  readonly merchant?: Register;
}

/** A running service and its description. */
interface Served {
  readonly url: string;
  close(): Promise<void>;
  /** The first lines, with its address. */
  readonly first: readonly string[];
  /** The text of the page about a service that cannot explain itself reliably. */
  readonly explained?: Omit<DescribedService, 'address'>;
}

/** Returns the command that runs against a service with its own target file and secrets. */
function runAgainst(
  { targetFile, variables }: Pick<Wrong, 'targetFile' | 'variables'>,
  operation: string | undefined,
): string {
  const set = Object.entries({ ...variables, TARGET: targetFile }).map(
    ([name, value]) => `${name}=${shellWord(value)}`,
  );
  const chosen = operation === undefined ? '' : ` -g @${operation}`;
  return `Run against it: ${set.join(' ')} npx playwright test${chosen}`;
}

// A hostile service has its own key, so the options of the embedded endpoint do not apply.
async function startHostile(hostile: Hostile, port: number): Promise<Served> {
  const started = await listenOnPort(port, () => serveHostile(hostile, port));
  const { baseUrl: url } = started.service;
  return {
    url,
    close: started.close,
    first: [`The hostile service ${hostile.name} listens on ${url} (Ctrl-C stops it).`],
    explained: {
      title: `Hostile service ${hostile.name}`,
      operation: hostile.operation,
      signing: { recipe: 'hmac-sha256', key: callerSecrets.key },
      lines: [...linesOfHostile(hostile), runAgainst(started, hostile.operation)],
    },
  };
}

// A misfit has its own target file, so the options of the embedded endpoint do not apply to it either.
async function startMisfit(misfit: Misfit, { port, latency: latencyMs }: MockOptions): Promise<Served> {
  const log = (line: string) => console.log(line);
  const started = await listenOnPort(port, () => serveMisfit(misfit, { port, latencyMs, log }));
  const { url } = started.service;
  return {
    url,
    close: started.close,
    first: [`The misfit ${misfit.name} listens on ${url} (Ctrl-C stops it).`],
    explained: {
      title: `Misfit ${misfit.name}`,
      ...defined({ operation: misfit.operation }),
      signing: { recipe: 'hmac-sha256', key: practiceKey },
      lines: [...linesOfMisfit(misfit), runAgainst(started, misfit.operation)],
    },
  };
}

/** Returns the rules of an acquirer and how to run against it as its merchant. */
function linesAbout(name: string | undefined, url: string): readonly string[] {
  const acquirer = name === undefined ? undefined : findAcquirer(name);
  if (acquirer === undefined) return [];
  const file = relative('.', acquirerTargetFile(acquirer.name));
  return [
    '',
    ...acquirerLines(acquirer),
    '',
    `The target file of a merchant: ${file}`,
    `Run against it: CONFORMANCE_BASE_URL=${url} TARGET=${shellWord(file)} npx playwright test`,
  ];
}

async function startEndpoint(options: MockOptions): Promise<Served> {
  const { port, latency: latencyMs, merchant: merchants, fault, acquirer } = options;
  const used = options.freedom?.map((text) => readUsed(text));
  // An acquirer always checks signatures in its own way.
  const recipe = acquirer === undefined ? options.signing : 'hmac-sha256';
  const key = process.env.CONFORMANCE_MOCK_KEY ?? practiceKey;
  const signing = recipe === 'none' ? undefined : { recipe, key };
  const { url, close } = await listenOnPort(port, () =>
    startMock({
      port,
      latencyMs,
      log: (line) => console.log(line),
      ...defined({ signing, merchants, fault, acquirer, changeOf: used && changeOf(used) }),
    }),
  );
  return {
    url,
    close,
    first: [
      `The embedded endpoint listens on ${url} (Ctrl-C stops it).`,
      ...(used ?? []).map((one) => `It uses a freedom: ${writeUsed(one)}. ${one.freedom.reason}`),
      ...linesAbout(acquirer, url),
    ],
  };
}

/** Serves the embedded endpoint until it is stopped. */
export const mock: Subcommand = (command) => {
  command
    .option('--port <number>', 'port; 0 picks a free one', wholeNumber('--port', 0, 65_535), 0)
    .addOption(
      new RepeatableOption(
        '--freedom <name=JSON>',
        'use this freedom, with the given parameters or with drawn ones',
        collect,
      ),
    )
    .option('--fault <id>', 'plant this fault')
    .option('--acquirer <name>', 'serve this acquirer, a service with its own rules')
    .option('--misfit <name>', 'serve this broken set-up, with its target file')
    .option(
      '--hostile <name>',
      'serve this hostile service, which lies, hides, leaks or attacks, with its target file',
    )
    .option(
      '--signing <recipe>',
      'check signatures: none, hmac-sha256 or sha256-concat (key: CONFORMANCE_MOCK_KEY)',
      oneOf('--signing', ['none', 'hmac-sha256', 'sha256-concat']),
      'none',
    )
    .addOption(
      new RepeatableOption(
        '--merchant <id:accounts>',
        'accept this merchant too, as in M1:A1,A2',
        merchantAnd,
      ),
    )
    .option('--latency <ms>', 'wait before each answer', wholeNumber('--latency', 0, 60_000), 0)
    .addHelpText('after', `\nAcquirers: ${acquirers.map(({ name }) => name).join(', ')}`);
  return async (options: MockOptions) => {
    demandKnownVariant(options);
    const [hostile, misfit] = [findHostile(options.hostile ?? ''), findMisfit(options.misfit ?? '')];
    const served = await (hostile !== undefined
      ? startHostile(hostile, options.port)
      : misfit === undefined
        ? startEndpoint(options)
        : startMisfit(misfit, options));
    const { url, first, explained } = served;
    const page = explained && (await serveServicePage({ ...explained, address: url }));
    await untilAskedToEnd(() => {
      for (const line of [...first, ...(explained?.lines ?? [])]) console.log(line);
      if (page !== undefined) console.log(`The page about it, with calls to copy: ${page.url}`);
    });
    await page?.close();
    await served.close();
    return exitStatus.conformant;
  };
};
