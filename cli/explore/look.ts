import { callerBreaches } from '../../generators/appraise.ts';
import type { RequestCase } from '../../generators/request.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { curlOf } from '../../reports/exports/curl.ts';
import { restsOn } from '../../reports/exports/rests-on.ts';
import { redactExchange } from '../../reports/redact.ts';
import type { JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import { type FieldVerdict, fieldVerdicts } from './field-verdicts.ts';
import type { Session } from './session.ts';

/** One request that was sent, masked, with everything there is to see about it. */
export interface Look {
  readonly judged: JudgedExchange;
  /** Request, answer and judgement, masked as the session asks. */
  readonly exchange: EvidenceExchange;
  readonly fields: readonly FieldVerdict[];
  readonly curl: string;
}

/** Whether a body is meant to be right: its case was, and what was edited still fits its schema. The judge grades it by itself. */
function intentOf(
  { kind, expectation, operation, body: made }: RequestCase,
  body: JsonObject,
): 'valid' | 'odd' {
  if (kind !== 'valid' && expectation !== 'accepted') return 'odd';
  return body === made || callerBreaches(operation, body).length === 0 ? 'valid' : 'odd';
}

/** Sends a body that was made from a case and looks at what came back; `again` is the command that does all of it once more. */
export async function lookAt(
  session: Session,
  made: RequestCase,
  body: JsonObject,
  again: string,
): Promise<Look> {
  const judged = await session.send(made.operation, body, {
    intent: intentOf(made, body),
    caseName: made.name,
  });
  return session.masking(() => {
    const exchange = redactExchange(judged);
    const curl = curlOf(exchange, session.place, {
      calls: () => restsOn(exchange, session.prepared.map(redactExchange)),
      again,
    });
    return { judged, exchange, fields: fieldVerdicts(judged, exchange), curl };
  });
}

/** What a program is told about a look: everything masked, the text of the answer as it came. */
export function reportOf({ exchange, fields, curl }: Look) {
  const { id, operation, sent, received, judgement, masked } = exchange;
  const { method, url, headers, value, intent } = sent;
  return {
    exchange: id,
    operation,
    request: { method, url, headers, body: value as JsonValue, intent },
    answer: received,
    outcome: judgement.outcome,
    grade: judgement.request,
    findings: judgement.findings,
    observations: judgement.observations,
    exercised: judgement.exercised,
    fields,
    masked,
    curl,
  };
}
