import { relative } from 'node:path';
import { acquirerLines } from '../../mock/acquirers/acquirer.ts';
import { acquirers, findAcquirer } from '../../mock/acquirers/registry.ts';
import { linesOfHostile, linesOfMisfit } from '../../mock/explained-service.ts';
import { entrusted, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
import type { Register } from '../../mock/merchants.ts';
import { findMisfit } from '../../mock/misfits/registry.ts';
import { type Explained, serveBeside } from '../../mock/pages/beside-page.ts';
import { startMock } from '../../mock/server.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { given } from '../../schemas/given.ts';
import { acquirerTargetFile } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { merchantAnd, oneOf, RepeatableOption, wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { onPort, untilAskedToEnd } from '../until-stopped.ts';
import { demandKnownVariant } from './known-variant.ts';

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

interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Says what a service is, serves the page about it next to it, and waits. */
async function explainUntilStopped(
  served: Served,
  explained: Omit<Explained, 'address'>,
  first: readonly string[],
): Promise<void> {
  const page = await serveBeside({ ...explained, address: served.url });
  const last = `The page about it, with calls to copy: ${page.url}`;
  await untilAskedToEnd(() => {
    for (const line of [...first, ...explained.lines, last]) console.log(line);
  });
  await page.close();
  await served.close();
}

// It has its own key to give away, so none of the options that dress the plain endpoint is for it.
async function serveHostile(hostile: Hostile, port: number): Promise<void> {
  const started = await onPort(port, () => hostile.start(port));
  await explainUntilStopped(
    { url: started.baseUrl, close: () => started.stop() },
    {
      title: `Hostile service ${hostile.name}`,
      operation: hostile.operation,
      signing: { recipe: 'hmac-sha256', key: entrusted.key },
      lines: linesOfHostile(hostile),
    },
    [`The hostile service ${hostile.name} listens on ${started.baseUrl} (Ctrl-C stops it).`],
  );
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
    `Run against it: CONFORMANCE_BASE_URL=${url} ${commandStart} run --target ${file}`,
  ];
}

/** Serves the embedded endpoint until it is stopped. */
export const mock: Subcommand = (program, finish) => {
  program
    .command('mock')
    .option('--port <number>', 'port; 0 picks a free one', wholeNumber('--port', 0, 65_535), 0)
    .option('--dialect <name>', 'serve this conforming variant')
    .option('--fault <id>', 'plant this fault')
    .option('--acquirer <name>', 'be this acquirer: a service with its own habits')
    .option('--misfit <name>', 'simulate this broken set-up')
    .option('--hostile <name>', 'be a service that lies, hides, leaks or attacks, to practise on')
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
    .addHelpText(
      'after',
      `\nAcquirers: ${acquirers.map(({ name }) => name).join(', ')}\n\nExample: ${commandStart} mock --port 8080 --fault refund-reference-id-three-digits
         ${commandStart} mock --acquirer settles-later`,
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
      const check = signing === 'none' ? undefined : { recipe: signing, key };
      const endpoint = await onPort(options.port, () =>
        startMock({
          port: options.port,
          latencyMs: options.latency,
          log: (line) => console.log(line),
          ...given({
            signing: check,
            merchants: options.merchant,
            dialect: options.dialect,
            fault: options.fault,
            misfit: options.misfit,
            acquirer: options.acquirer,
          }),
        }),
      );
      const first = [
        `The embedded endpoint listens on ${endpoint.url} (Ctrl-C stops it).`,
        ...linesAbout(options.acquirer, endpoint.url),
      ];
      const misfit = options.misfit === undefined ? undefined : findMisfit(options.misfit);
      if (misfit === undefined) {
        await untilAskedToEnd(() => {
          for (const line of first) console.log(line);
        });
        await endpoint.close();
      } else {
        const explained = {
          title: `Misfit ${misfit.name}`,
          lines: linesOfMisfit(misfit),
          ...given({ operation: misfit.operation, signing: check }),
        };
        await explainUntilStopped(endpoint, explained, first);
      }
      finish(exitStatus.conformant);
    });
};
