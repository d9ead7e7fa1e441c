import { dirname, join } from 'node:path';
import { withOwnNumbers } from '../../generators/own-numbers.ts';
import type { Client } from '../../generators/situations.ts';
import { typedPath } from '../../reports/exports/repeat.ts';
import { defined } from '../../schemas/defined.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { refusalOf, whyNotSend } from '../../targets/sending/budget.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { openSender } from '../../targets/sending/sender.ts';
import { endpointOptions, printedTarget, readSettings, type Settings } from '../../targets/settings.ts';
import { serveTarget } from '../embedded.ts';
import { type TargetChoice, targetNamed, unnamedLine } from '../option-values.ts';
import { environmentOf } from '../project/run-options.ts';

/** One target, open for single requests. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/** Opens a session with its sender; starts the embedded endpoint if it is the target. */
export async function openSession(asked: TargetChoice) {
  // The variables of this process stay unchanged, so sessions in one process are independent.
  const variables = environmentOf(defined({ target: targetNamed(asked) }));
  const served = await serveTarget(readSettings(variables), variables);
  try {
    const session = await sessionOf(served.settings);
    return {
      ...session,
      /** The line about the target if no option named it. */
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

async function sessionOf(read: Settings) {
  // Beside the folders of runs, whose digests cover all files in them.
  const settings = { ...read, out: join(dirname(read.out), 'explore') };
  const { target, seed, runId } = settings;
  // `clean-up` undoes a ledger entry only if an exchange confirms it.
  const keeps = target.environment === 'embedded' ? undefined : { part: `explore-${runId}` };
  const sender = await openSender(settings, defined({ keeps }));
  const { send } = sender.from({ test: 'explore', seed });
  const context = requestContext(settings);
  const file = printedTarget(settings.targetFile);
  let orders = 0;
  return {
    settings,
    context,
    /** The target of its requests, for commands that send them again. */
    place: defined({
      target: file && typedPath(file),
      endpoint: endpointOptions({ ...settings, acquirer: target.acquirer }),
    }),
    /** Returns why an operation may not be sent to this target; undefined if it may. */
    refusal(operation: DocumentedOperationId): string | undefined {
      const why = refusalOf(operation, target);
      return why && `${why} (${operation})`;
    },
    /** Throws, as sending would, if the target does not allow a body; asked before its orders are paid. */
    demandAllowed(operation: DocumentedOperationId, body: JsonObject): void {
      const refused = whyNotSend(operation, body, target);
      if (refused !== undefined) throw refused;
    },
    /** Signs and sends one body; throws if the target does not allow it. */
    send,
    /**
     * Prepares a request, each payment with an unused order number, and returns the exchanges. `refused` is why a
     * request was not sent, which ends the preparation.
     */
    async before(
      work: (client: Client) => Promise<unknown>,
    ): Promise<{ readonly exchanges: readonly JudgedExchange[]; readonly refused?: string }> {
      const exchanges: JudgedExchange[] = [];
      const ownNumber = () => `${runId}-x${(orders++).toString(36)}`;
      const client: Client = {
        width: target.limits.concurrent,
        async send(operation, body, about) {
          const own = operation === 'direct-payment' ? withOwnNumbers(body, context, ownNumber) : body;
          const judged = await send(operation, own, about);
          exchanges.push(judged);
          return judged;
        },
      };
      try {
        await work(client);
        return { exchanges };
      } catch (error) {
        if (!isRefusedSend(error)) throw error;
        return { exchanges, refused: error.message };
      }
    },
    close: sender.close,
  };
}
