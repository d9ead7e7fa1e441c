import { withOwnNumbers } from '../../generators/own-numbers.ts';
import type { Port } from '../../generators/situations.ts';
import { typedPath } from '../../reports/exports/repeat.ts';
import { readOpening } from '../../reports/opening.ts';
import { showingPersons } from '../../reports/redact.ts';
import { given } from '../../schemas/given.ts';
import type { DocumentedOperationId, JudgedExchange, OperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { refusalOf } from '../../targets/sending/budget.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { openSender } from '../../targets/sending/sender.ts';
import {
  embeddedTargetFile,
  endpointOptions,
  printedTarget,
  readSettings,
  type Settings,
  writtenAs,
} from '../../targets/settings.ts';
import { serveTarget } from '../embedded.ts';
import { demandKnownVariant } from '../investigate/known-variant.ts';
import { type TargetChoice, targetNamed, unnamedLine } from '../option-values.ts';
import { environmentOf } from '../run/run-options.ts';
import { readRunRecord } from '../run/run-record.ts';

/** How a session is opened; everything may be left out. */
export interface SessionOptions extends TargetChoice {
  readonly seed?: number | undefined;
  /** Deviation of the embedded endpoint, by id. */
  readonly fault?: string | undefined;
  /** Legal variant of the embedded endpoint, by name. */
  readonly dialect?: string | undefined;
  /** Shows made-up persons; masks alone are for what is written. */
  readonly show?: boolean | undefined;
}

/** One target, open for single requests. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/** Opens a session: starts the embedded endpoint for an embedded target, and opens its sender. */
export async function openSession(asked: SessionOptions) {
  const { seed, fault, dialect } = asked;
  const target = targetNamed(asked);
  // The variables of this process stay as they are, so that sessions of one process do not meet.
  const variables = environmentOf(given({ target, seed: seed?.toString(), fault, dialect }));
  const before = readSettings(variables);
  const isFound = target === undefined && before.targetFile !== embeddedTargetFile();
  demandKnownVariant(given({ fault: before.fault, dialect: before.dialect }));
  const served = await serveTarget(before, variables);
  try {
    const found = isFound ? { target: typedPath(before.targetFile) } : {};
    const session = await sessionOf(served.settings, { ...asked, ...found });
    return {
      ...session,
      /** Which service it is, where none was named. */
      says: unnamedLine(variables),
      async close() {
        await session.close();
        await served.close();
      },
    };
  } catch (error) {
    await served.close();
    throw error;
  }
}

async function sessionOf(run: Settings, asked: SessionOptions) {
  // What the target file says of a body is newer than what a run found.
  const isOpen = (operation: OperationId) => run.target.encodings[operation] === undefined;
  const isSame = readRunRecord(run.out).target === run.targetFile;
  const written = writtenAs(run, isSame ? readOpening(run.out) : undefined, isOpen);
  // Next to the reports of a run, whose digest covers every file inside them.
  const settings = { ...written, out: `${run.out}.explore` };
  const { target, seed, runId } = settings;
  if (asked.show === true && target.testData !== 'synthetic')
    throw new ConfigurationError(
      `--show shows names and addresses, and ${settings.targetFile} does not say that those of its test data are made up ("testData": "synthetic").`,
    );
  // What its ledger lists is undone only where an exchange confirms it.
  const keeps = target.environment === 'embedded' ? undefined : { part: `explore-${runId}` };
  const sender = await openSender(settings, given({ keeps }));
  const { send } = sender.from({ test: 'explore', seed });
  const context = requestContext(settings);
  const prepared: JudgedExchange[] = [];
  const file = printedTarget(settings.targetFile);
  let orders = 0;
  return {
    settings,
    context,
    /** How it was opened, for the command that opens it again. */
    asked,
    /** Where its requests go, for the commands that send them again. */
    place: given({
      target: file && typedPath(file),
      endpoint: endpointOptions({ ...settings, acquirer: target.acquirer }),
    }),
    /** What was sent before requests so far. */
    prepared,
    /** Why an operation may not be sent to this target, or nothing when it may. */
    refusal(operation: DocumentedOperationId): string | undefined {
      const why = refusalOf(operation, target);
      return why && `${why} (${operation})`;
    },
    /** Masks for the screen of this session: with persons shown where that was asked for. */
    masking: <Result>(work: () => Result) => (asked.show === true ? showingPersons(work) : work()),
    /** Sends one body, signed; throws what a sender throws when it may not be sent. */
    send,
    /**
     * Does what a request needs first, every payment under a number that this session has not used, and returns what was
     * exchanged; `refused` says why something was not sent, which ends it.
     */
    async before(
      work: (port: Port) => Promise<unknown>,
    ): Promise<{ readonly exchanges: readonly JudgedExchange[]; readonly refused?: string }> {
      const exchanges: JudgedExchange[] = [];
      const ownNumber = () => `${runId}-x${(orders++).toString(36)}`;
      const port: Port = {
        width: target.limits.concurrent,
        async send(operation, body, about) {
          const own = operation === 'direct-payment' ? withOwnNumbers(body, context, ownNumber) : body;
          const judged = await send(operation, own, about);
          exchanges.push(judged);
          prepared.push(judged);
          return judged;
        },
      };
      try {
        await work(port);
        return { exchanges };
      } catch (error) {
        if (!isRefusedSend(error)) throw error;
        return { exchanges, refused: error.message };
      }
    },
    close: sender.close,
  };
}
