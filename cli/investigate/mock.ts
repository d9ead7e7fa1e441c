import { relative } from 'node:path';
import { acquirerLines } from '../../mock/acquirers/acquirer.ts';
import { acquirers, findAcquirer } from '../../mock/acquirers/registry.ts';
import type { Register } from '../../mock/admission.ts';
import { findFault } from '../../mock/faults/registry.ts';
import { endWords, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { findMisfit } from '../../mock/misfits/registry.ts';
import { startMock } from '../../mock/server.ts';
import { type SignatureCheck, signatureOf } from '../../mock/signature.ts';
import { readUsed, writeUsed } from '../../proof/drawn-services.ts';
import { changeOf } from '../../proof/freedoms/registry.ts';
import { serveHostile, serveMisfit, type Wrong } from '../../proof/serve-wrong.ts';
import { shellWord } from '../../schemas/command-line.ts';
import { defined } from '../../schemas/defined.ts';
import { acquirerTargetFile } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { collect, merchantAnd, oneOf, wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { listenOnPort, untilAskedToEnd } from '../until-stopped.ts';
import { curlText } from './generate.ts';
import { demandKnownVariant } from './known-variant.ts';

interface MockOptions {
  readonly port: number;
  readonly freedom?: readonly string[];
  readonly fault?: string;
  readonly misfit?: string;
  readonly hostile?: string;
  readonly acquirer?: string;
  readonly signing: string;
  readonly merchant?: Register;
}

/** A running service and what is printed about it. */
interface Served {
  close(): Promise<void>;
  readonly lines: readonly string[];
}

/** Returns the command that runs against a service with its own target file and secrets. */
function runAgainst({ targetFile, variables }: Wrong, operation: string | undefined): string {
  const set = Object.entries({ ...variables, TARGET: targetFile }).map(
    ([name, value]) => `${name}=${shellWord(value)}`,
  );
  const chosen = operation === undefined ? '' : ` -g @${operation}`;
  return `Run against it: ${set.join(' ')} npx playwright test${chosen}`;
}

// A hostile service has its own key, so the options of the embedded endpoint do not apply.
async function startHostile(hostile: Hostile, port: number): Promise<Served> {
  const started = await listenOnPort(port, () => serveHostile(hostile, port));
  const { name, does, operation, expects } = hostile;
  const { baseUrl: url } = started.service;
  const fails = expects.fails === undefined ? '' : `, ${expects.fails} fails`;
  const lines = [
    `The hostile service ${name} listens on ${url} (Ctrl-C stops it).`,
    `It ${does} (${operation}). Trust it with nothing.`,
    `What must come out of a run (exit status): ${endWords[expects.end]}${fails}.`,
    runAgainst(started, operation),
  ];
  return { close: started.close, lines };
}

// A misfit has its own target file, so the options of the embedded endpoint do not apply to it either.
async function startMisfit(misfit: Misfit, port: number): Promise<Served> {
  const log = (line: string) => console.log(line);
  const started = await listenOnPort(port, () => serveMisfit(misfit, { port, log }));
  const { name, description, target, endpoint, operation, expects } = misfit;
  const { url } = started.service;
  const cause = expects.kind === undefined ? '' : `, names the cause ${expects.kind}`;
  const key = expects.key === undefined ? '' : `, points to ${expects.key}`;
  const lines = [
    `The misfit ${name} listens on ${url} (Ctrl-C stops it).`,
    `It is a misfit: ${description}.`,
    ...(target === undefined ? [] : ['Its target file is wrong.']),
    ...(endpoint === undefined ? ['What is served here is the plain endpoint.'] : []),
    `A run against it ends with exit status ${expects.exit}${cause}${key}.`,
    runAgainst(started, operation),
  ];
  return { close: started.close, lines };
}

/** Returns the rules of an acquirer and how to run against it as its merchant. */
function linesAbout(name: string, url: string): readonly string[] {
  const acquirer = findAcquirer(name);
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
  const { port, merchant: merchants, fault, acquirer } = options;
  const used = options.freedom?.map((text) => readUsed(text));
  // An acquirer always checks signatures in its own way.
  const recipe = acquirer === undefined ? options.signing : 'hmac-sha256';
  const key = process.env.CONFORMANCE_MOCK_KEY ?? practiceKey;
  const signing = recipe === 'none' ? undefined : { recipe, key };
  const { url, close } = await listenOnPort(port, () =>
    startMock({
      port,
      log: (line) => console.log(line),
      ...defined({ signing, merchants, fault, acquirer, changeOf: used && changeOf(used) }),
    }),
  );
  const lines = [
    `The embedded endpoint listens on ${url} (Ctrl-C stops it).`,
    ...faultLines(fault),
    ...(used ?? []).map((one) => `It uses a freedom: ${writeUsed(one)}. ${one.freedom.reason}`),
    ...(acquirer === undefined ? ['Try it:', paymentCurl(url, signing)] : linesAbout(acquirer, url)),
  ];
  return { close, lines };
}

/** Returns what a planted fault changes, and what a run says of it. */
function faultLines(id: string | undefined): readonly string[] {
  const fault = id === undefined ? undefined : findFault(id);
  if (fault === undefined) return [];
  const { operation, description, verdict, clause } = fault;
  return [`Its fault, in ${operation}: ${description}. A run says ${verdict} of ${clause}.`];
}

/** Returns a command that pays at the endpoint. */
function paymentCurl(baseUrl: string, signing: SignatureCheck | undefined): string {
  const body = {
    ...{
      merchant_id: '100001',
      account_id: '100001001',
      order_no: 'TRY-1',
      currency: 'EUR',
      amount: '12.34',
    },
    ...{ card: '4111111111111111', expiration_month: '12', expiration_year: '2035', security_code: '123' },
    notify_url: 'https://shop.example/notify',
  };
  const encryption_data = signing === undefined ? '0'.repeat(64) : signatureOf(body, signing);
  const made = { operation: 'direct-payment', body: { ...body, encryption_data } } as const;
  return curlText(made, { target: { baseUrl, encodings: {}, headers: {} } });
}

/** Serves the embedded endpoint until it is stopped. */
export const mock: Subcommand = (command) => {
  command
    .option('--port <number>', 'port; 0 picks a free one', wholeNumber('--port', 0, 65_535), 0)
    .option(
      '--freedom <name=JSON>',
      'use this freedom, with the given parameters or with drawn ones; may be given several times',
      collect,
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
    .option(
      '--merchant <id:accounts>',
      'accept this merchant too, as in M1:A1,A2; may be given several times',
      merchantAnd,
    )
    .addHelpText('after', `\nAcquirers: ${acquirers.map(({ name }) => name).join(', ')}`);
  return async (options: MockOptions) => {
    demandKnownVariant(options);
    const [hostile, misfit] = [findHostile(options.hostile ?? ''), findMisfit(options.misfit ?? '')];
    const served = await (hostile !== undefined
      ? startHostile(hostile, options.port)
      : misfit === undefined
        ? startEndpoint(options)
        : startMisfit(misfit, options.port));
    await untilAskedToEnd(() => console.log(served.lines.join('\n')));
    await served.close();
    return exitStatus.conformant;
  };
};
