import { relative } from 'node:path';
import { acquirerLines } from '../../mock/acquirers/acquirer.ts';
import { acquirers, findAcquirer } from '../../mock/acquirers/registry.ts';
import type { Register } from '../../mock/admission.ts';
import { callerSecrets, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
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
import { commandStart } from '../../schemas/command-line.ts';
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

// A hostile service has its own key, so the options of the embedded endpoint do not apply.
async function startHostile(hostile: Hostile, port: number): Promise<Served> {
  const { baseUrl: url, stop } = await listenOnPort(port, () => hostile.start(port));
  return {
    url,
    close: () => stop(),
    first: [`The hostile service ${hostile.name} listens on ${url} (Ctrl-C stops it).`],
    explained: {
      title: `Hostile service ${hostile.name}`,
      operation: hostile.operation,
      signing: { recipe: 'hmac-sha256', key: callerSecrets.key },
      lines: linesOfHostile(hostile),
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
    `Run against it: CONFORMANCE_BASE_URL=${url} ${commandStart} run --target ${file}`,
  ];
}

async function startEndpoint(options: MockOptions): Promise<Served> {
  const { port, latency: latencyMs, merchant: merchants, fault, misfit: name, acquirer } = options;
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
      ...defined({ signing, merchants, fault, misfit: name, acquirer, changeOf: used && changeOf(used) }),
    }),
  );
  const misfit = name === undefined ? undefined : findMisfit(name);
  return {
    url,
    close,
    first: [
      `The embedded endpoint listens on ${url} (Ctrl-C stops it).`,
      ...(used ?? []).map((one) => `It uses a freedom: ${writeUsed(one)}. ${one.freedom.reason}`),
      ...linesAbout(acquirer, url),
    ],
    ...defined({
      explained: misfit && {
        title: `Misfit ${misfit.name}`,
        lines: linesOfMisfit(misfit),
        ...defined({ operation: misfit.operation, signing }),
      },
    }),
  };
}

/** Serves the embedded endpoint until it is stopped. */
export const mock: Subcommand = (command) => {
  command
    .option('--port <number>', 'port; 0 picks a free one', wholeNumber('--port', 0, 65_535), 0)
    .addOption(
      new RepeatableOption(
        '--freedom <name=JSON>',
        'use this freedom, with these parameters or some of its own',
        collect,
      ),
    )
    .option('--fault <id>', 'plant this fault')
    .option('--acquirer <name>', 'serve this acquirer, a service with its own rules')
    .option('--misfit <name>', 'simulate this broken set-up')
    .option('--hostile <name>', 'serve this hostile service, which lies, hides, leaks or attacks')
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
    const hostile = options.hostile === undefined ? undefined : findHostile(options.hostile);
    const served = await (hostile === undefined
      ? startEndpoint(options)
      : startHostile(hostile, options.port));
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
