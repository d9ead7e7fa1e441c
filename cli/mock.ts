import { relative } from 'node:path';
import { acquirerLines } from '../mock/acquirers/acquirer-lines.ts';
import { acquirers, findAcquirer } from '../mock/acquirers/registry.ts';
import type { Hostile } from '../mock/hostile/proven/hostile.ts';
import { findHostile } from '../mock/hostile/proven/registry.ts';
import type { Register } from '../mock/merchants.ts';
import { findMisfit } from '../mock/misfits/registry.ts';
import { startMock } from '../mock/server.ts';
import { given } from '../schemas/given.ts';
import { acquirerTargetFile } from '../targets/settings.ts';
import { practiceKey } from './embedded.ts';
import { exitStatus } from './exit-status.ts';
import { demandKnownVariant } from './known-variant.ts';
import { merchantAnd, oneOf, wholeNumber } from './option-values.ts';
import type { Subcommand } from './subcommand.ts';
import { onPort } from './taken-port.ts';
import { untilStopped } from './until-stopped.ts';

interface MockOptions {
  readonly port: number;
  readonly dialect?: string;
  readonly fault?: string;
  readonly misfit?: string;
  readonly hostile?: string;
  readonly acquirer?: string;
  readonly signing: string;
  readonly latency: number;
  readonly merchant?: Register;
}

// What is wrong in the target file cannot be served.
function misfitLines(name: string | undefined): readonly string[] {
  const misfit = name === undefined ? undefined : findMisfit(name);
  if (misfit === undefined) return [];
  const own =
    misfit.target === undefined ? '' : ` run --misfit ${misfit.name} makes the target file wrong as well.`;
  return [`It is a misfit: ${misfit.description}.${own}`];
}

// It has a key of its own to give away, so none of the options that dress the plain endpoint is for it.
async function serveHostile(hostile: Hostile, port: number): Promise<void> {
  const started = await hostile.start(port);
  console.log(`The hostile service ${hostile.name} listens on ${started.baseUrl} (Ctrl-C stops it).`);
  console.log(`It ${hostile.does} (${hostile.operation}). Trust it with nothing.`);
  console.log(`Run against it: npx conformance run --hostile ${hostile.name}`);
  await untilStopped();
  await started.stop();
}

/** What an acquirer insists on, and how to run against it as its merchant. */
function linesAbout(name: string | undefined, url: string): readonly string[] {
  const acquirer = name === undefined ? undefined : findAcquirer(name);
  if (acquirer === undefined) return [];
  const file = relative('.', acquirerTargetFile(acquirer.name));
  return [
    '',
    ...acquirerLines(acquirer),
    '',
    `The target file of a merchant: ${file}`,
    `Run against it: CONFORMANCE_BASE_URL=${url} npx conformance run --target ${file}`,
  ];
}

/** Serves the embedded endpoint until it is stopped. */
export const mock: Subcommand = (program, finish) => {
  program
    .command('mock')
    .option('--port <number>', 'port; 0 takes a free one', wholeNumber('--port', 0, 65_535), 0)
    .option('--dialect <name>', 'conform in this other way')
    .option('--fault <id>', 'deviate in this one way')
    .option('--acquirer <name>', 'be this acquirer: a whole service with habits of its own')
    .option('--misfit <name>', 'be a service that cannot be tested, to practise on')
    .option('--hostile <name>', 'be a service that lies, hides, leaks or attacks, to practise on')
    .option(
      '--signing <recipe>',
      'check signatures: none, hmac-sha256 or sha256-concat (key: CONFORMANCE_MOCK_KEY)',
      oneOf('--signing', ['none', 'hmac-sha256', 'sha256-concat']),
      'none',
    )
    .option('--merchant <id:accounts>', 'accept this merchant too, as in M1:A1,A2; repeatable', merchantAnd)
    .option('--latency <ms>', 'wait before each answer', wholeNumber('--latency', 0, 60_000), 0)
    .addHelpText(
      'after',
      `\nAcquirers: ${acquirers.map(({ name }) => name).join(', ')}\n\nExample: npx conformance mock --port 8080 --fault refund-reference-id-three-digits
         npx conformance mock --acquirer settles-later`,
    )
    .action(async (options: MockOptions) => {
      demandKnownVariant(options);
      const hostile = options.hostile === undefined ? undefined : findHostile(options.hostile);
      if (hostile !== undefined) {
        await serveHostile(hostile, options.port);
        finish(exitStatus.conformant);
        return;
      }
      // An acquirer always checks signatures, in its own way.
      const signing = options.acquirer === undefined ? options.signing : 'hmac-sha256';
      const key = process.env.CONFORMANCE_MOCK_KEY ?? practiceKey;
      const endpoint = await onPort(options.port, () =>
        startMock({
          port: options.port,
          latencyMs: options.latency,
          log: (line) => console.log(line),
          ...(signing === 'none' ? {} : { signing: { recipe: signing, key } }),
          ...given({
            merchants: options.merchant,
            dialect: options.dialect,
            fault: options.fault,
            misfit: options.misfit,
            acquirer: options.acquirer,
          }),
        }),
      );
      console.log(`The embedded endpoint listens on ${endpoint.url} (Ctrl-C stops it).`);
      for (const line of linesAbout(options.acquirer, endpoint.url)) console.log(line);
      for (const line of misfitLines(options.misfit)) console.log(line);
      await untilStopped();
      await endpoint.close();
      finish(exitStatus.conformant);
    });
};
