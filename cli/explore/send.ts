import { callerBreaches } from '../../generators/appraise.ts';
import { curlOf } from '../../reports/exports/repeat.ts';
import { redactExchange } from '../../reports/redact.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Session } from './session.ts';

/** Returns the text of an answer, JSON indented and markup with one element a line. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body.replaceAll(/>\s*</g, '>\n<');
  }
}

/** Signs, sends and judges one body; `isOdd` says that no acceptance is expected of it. */
export async function sendBody(
  session: Session,
  operation: DocumentedOperationId,
  body: JsonObject,
  { caseName, isOdd }: { readonly caseName: string; readonly isOdd: boolean },
) {
  const intent = isOdd || callerBreaches(operation, body).length > 0 ? 'odd' : 'valid';
  const judged = await session.send(operation, body, { intent, caseName });
  const exchange = redactExchange(judged);
  const { sent, received, judgement } = exchange;
  return {
    judged,
    /** What may be shown of it: everything is masked. */
    shown: {
      request: sent.value,
      answer: received,
      text: received.kind === 'none' ? received.detail : readable(received.body),
      outcome: judgement.outcome,
      grade: judgement.request,
      findings: judgement.findings,
      observations: judgement.observations,
      curl: curlOf(exchange, session.place),
    },
  };
}
