import { openEvidence } from '../../reports/evidence.ts';
import { redactText } from '../../reports/redact.ts';
import { writePassiveReports } from '../../reports/run/finish-run.ts';
import { clearReports } from '../../reports/run/own-files.ts';
import { renderSummary } from '../../reports/terminal/summary.ts';
import { defined } from '../../schemas/defined.ts';
import { limits } from '../../schemas/media/limits.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import type { OperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { maskSecrets } from '../../targets/file/secrets-of.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { operationsAt } from '../../targets/sending/amount.ts';
import { createBudget } from '../../targets/sending/budget.ts';
import { holdsCardData } from '../../targets/sending/own-values.ts';
import { type Readings, readingsOf } from '../../targets/sending/readings.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import type { Target } from '../../targets/target.ts';
import { connectionOptions } from '../../targets/transport/route.ts';
import { serveTarget } from '../embedded.ts';
import {
  printToStderr,
  type TargetChoice,
  targetOptions,
  unnamedLine,
  wholeNumber,
} from '../option-values.ts';
import {
  blockedOutput,
  type Incoming,
  namedHeaders,
  outputLine,
  type ProxyOutput,
  recordForwarded,
  startProxy,
} from '../proxy/watch.ts';
import { lockReports } from '../run/folder-lock.ts';
import { environmentOf } from '../run/run-options.ts';
import { planRun } from '../run/run-plan.ts';
import type { Subcommand } from '../subcommand.ts';
import { untilAskedToEnd } from '../until-stopped.ts';

/** The options of `proxy`. */
interface ProxyCommand extends TargetChoice {
  readonly port: number;
  readonly host: string;
  readonly out?: string;
  readonly json?: true;
}

/** A running proxy that judges what it passes on. */
export interface WatchingProxy {
  readonly url: string;
  /** Stops, writes the reports and returns the lines of the summary and the exit status. */
  stop(): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }>;
}

/** Starts a proxy that judges the exchanges with a target; `tell` gets one line per exchange. */
export async function startWatching(
  settings: Settings,
  { host, port, json }: Pick<ProxyCommand, 'host' | 'port' | 'json'>,
  tell: (line: string) => void,
): Promise<WatchingProxy> {
  const { target, seed, out } = settings;
  const { baseUrl, merchant } = target;
  if (baseUrl === undefined) throw new ConfigurationError(`target "${target.name}" has no address.`);
  // Unusable certificates are found before listening.
  connectionOptions(target.tls);
  maskSecrets(settings);
  const point = { base: baseUrl, signer: await createSigner(target), merchant, encodings: target.encodings };
  const plan = planRun(settings);
  const interruptions: string[] = [];
  clearReports(out);
  const counted = { passed: 0, withheld: 0 };
  const say = (told: ProxyOutput) => tell(json ? jsonText(told) : outputLine(told));
  const evidence = openEvidence(out, 0);
  const running = await startProxy({
    base: baseUrl,
    timeoutMs: target.limits.timeoutMs,
    route: target,
    host,
    port,
    refusal: refusalBy(target),
    watch(passed) {
      counted.passed += 1;
      try {
        say(recordForwarded(passed, point, evidence, seed));
      } catch (error) {
        // An unrecorded exchange has passed anyway, so the statement is marked as interrupted.
        interruptions.push(`an exchange could not be recorded: ${redactText((error as Error).message)}`);
      }
    },
    withheld(request) {
      counted.withheld += 1;
      say(blockedOutput(request));
    },
  });
  return {
    url: running.url,
    async stop() {
      await running.close();
      evidence.close();
      const { passed, withheld } = counted;
      if (passed === 0 && withheld > 0) interruptions.push('no request of the watched caller was passed on');
      const statement = writePassiveReports(plan, { interruptions, withheld });
      const lines = renderSummary(statement, { out, from: process.cwd(), allure: false });
      return { lines, exitCode: statement.exitCode };
    },
  };
}

/** Passes traffic to a target and judges every exchange until it is stopped. */
export const proxy: Subcommand = (command) => {
  targetOptions(command, 'target file; its "allow" and limits apply to your traffic')
    .option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber('--port', 0, 65_535), 0)
    .option(
      '--host <address>',
      'address to listen on; anyone who can reach it can reach the target',
      '127.0.0.1',
    )
    .option('--out <folder>', 'where the reports go (default: reports/out, as for a run)')
    .option('--json', 'print one JSON line per exchange')
    .addHelpText(
      'after',
      '\nYour client then calls http://127.0.0.1:8080/v1/… instead of the base address. Nothing is added, changed ' +
        'or sent again. What the target file does not allow (effects, cards, currencies, merchant, amounts, number of ' +
        'requests) is not passed on (403 with x-conformance-proxy: error), nor what a page of another site sends. ' +
        `Bodies of more than ${limits.bytes} bytes are not passed on (413 or 502). Ctrl-C writes the reports.`,
    );
  return async ({ host, port, json, ...options }: ProxyCommand) => {
    const environment = environmentOf(options);
    const before = readSettings(environment);
    printToStderr(unnamedLine(environment));
    const lock = lockReports(before.out);
    const served = await serveTarget(before, environment);
    try {
      const { settings } = served;
      const watching = await startWatching(settings, defined({ host, port, json }), (line) =>
        console.log(line),
      );
      await untilAskedToEnd(() =>
        console.error(`Call ${watching.url} instead of ${settings.target.baseUrl}; Ctrl-C ends and reports.`),
      );
      const { lines, exitCode } = await watching.stop();
      for (const line of lines) (json ? console.error : console.log)(line);
      return exitCode;
    } finally {
      await served.close();
      lock.release();
    }
  };
};

const changing = ['creates', 'moves-money', 'irreversible'] as const;

/** Returns the rule for what is passed on: the effects, values and limits of a run against the target. */
function refusalBy(target: Target): (request: Incoming) => string | undefined {
  if (target.environment === 'embedded') return () => undefined;
  const budget = createBudget(target);
  const allowsAll = changing.every((effect) => target.allow.includes(effect));
  return ({ method, path, headers, body }) => {
    const wire = { method, url: target.baseUrl + path, headers: namedHeaders(headers), body };
    const readings = readingsOf(wire);
    const operation = operationIn(readings);
    const call = `${method} ${path.replace(/\?.*$/s, '')}`;
    const isAsking = isReadRequest(method, readings);
    if (operation === undefined && !isAsking && !allowsAll)
      return `${call} is not documented, so the target has to allow every effect`;
    if (!readings.isReadable) return `a body that cannot be read is not passed on (${call})`;
    try {
      // 4.12 does not reveal its operation, so the rules for an unknown call apply.
      budget.claim(operation ?? (isAsking ? 'query' : 'optimise-payment-methods'), {}, wire);
      return undefined;
    } catch (error) {
      if (isRefusedSend(error)) return error.message;
      throw error;
    }
  };
}

function operationIn({ paths, members }: Readings): OperationId | undefined {
  const [first] = operationsAt(paths);
  return first === 'direct-payment' && !holdsCardData(members) ? 'apm-payment' : first;
}

// Frameworks accept a header or a field in place of the method.
function isReadRequest(method: string, { members }: Readings): boolean {
  return (
    /^(?:GET|HEAD|OPTIONS)$/.test(method) && !members.some(([name]) => /method$|method-override/i.test(name))
  );
}
