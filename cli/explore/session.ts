import { dirname, join } from 'node:path';
import { callerBreaches } from '../../generators/appraise.ts';
import { withOwnNumbers } from '../../generators/own-numbers.ts';
import type { Client } from '../../generators/situations.ts';
import { curlOf, typedPath } from '../../reports/exports/repeat.ts';
import { redactExchange } from '../../reports/redact.ts';
import { defined } from '../../schemas/defined.ts';
import { findingText } from '../../schemas/finding-text.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { refusalOf } from '../../targets/sending/budget.ts';
import { requestContext } from '../../targets/sending/request-context.ts';
import { openSender } from '../../targets/sending/sender.ts';
import { endpointOptions, printedTarget, readSettings, type Settings } from '../../targets/settings.ts';
import { serveTarget } from '../embedded.ts';
import { type TargetChoice, unnamedLine } from '../option-values.ts';
import { environmentOf } from '../project/run-options.ts';

/** One target, open for single requests. */
export type Session = Awaited<ReturnType<typeof openSession>>;

/** Opens a session with its sender; starts the embedded endpoint if it is the target. */
export async function openSession(asked: TargetChoice) {
  // The variables of this process stay unchanged, so sessions in one process are independent.
  const variables = environmentOf(asked);
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
  // A clean-up undoes a ledger entry only if an exchange confirms it.
  const keeps = target.environment === 'embedded' ? undefined : { part: `explore-${runId}` };
  const sender = await openSender(settings, defined({ keeps }));
  const { send } = sender.from({ test: 'explore', seed });
  const context = requestContext(settings);
  const file = printedTarget(settings.targetFile);
  const place = defined({
    target: file && typedPath(file),
    endpoint: endpointOptions({ ...settings, acquirer: target.acquirer }),
  });
  let orders = 0;
  /** Makes the payments that requests rest on, each with an unused order number. */
  const payer: Client = {
    width: target.limits.concurrent,
    send: (operation, body, about) =>
      send(
        operation,
        withOwnNumbers(body, context, () => `${runId}-x${(orders++).toString(36)}`),
        about,
      ),
  };
  return {
    settings,
    context,
    payer,
    /** Returns why an operation may not be sent to this target; undefined if it may. */
    refusal(operation: DocumentedOperationId): string | undefined {
      const why = refusalOf(operation, target);
      return why && `${why} (${operation})`;
    },
    /**
     * Signs, sends and judges one body, and returns what may be shown of it, masked; throws if the target does not allow
     * it. `isOdd` says that no acceptance is expected of it.
     */
    async send(
      operation: DocumentedOperationId,
      body: JsonObject,
      about: { caseName: string; isOdd: boolean },
    ) {
      const isOdd = about.isOdd || callerBreaches(operation, body).length > 0;
      const judged = await send(operation, body, {
        intent: isOdd ? 'odd' : 'valid',
        caseName: about.caseName,
      });
      const exchange = redactExchange(judged);
      const { sent, received, judgement } = exchange;
      return {
        request: sent.value,
        head:
          received.kind === 'none'
            ? `no answer: ${received.reason}`
            : `${received.status} ${received.headers['content-type'] ?? 'no content type'}, ${received.durationMs} ms`,
        text: received.kind === 'none' ? received.detail : readable(received.body),
        outcome: judgement.outcome,
        grade: judgement.request,
        findings: judgement.findings.map((one) => ({ ...one, text: findingText(one, judged.exchange) })),
        observed: judgement.observations.map(({ clause, detail }) => `observed  ${clause}  ${detail}`),
        curl: curlOf(exchange, place),
      };
    },
    close: sender.close,
  };
}

/** Returns the text of an answer, JSON indented and markup with one element a line. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body.replaceAll(/>\s*</g, '>\n<');
  }
}
