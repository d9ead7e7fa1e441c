import { operationOf } from '../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { type Change, reshaping } from '../manner.ts';
import type { About, Reply } from '../reply.ts';

/** Changes the object of every processed call that is answered in JSON or XML. */
export function onEveryAnswer(
  change: (value: JsonObject, about: About, form: 'json' | 'xml') => JsonObject,
): Change {
  return reshaping((reply, about) => {
    if (!reply.accepted || (reply.form !== 'json' && reply.form !== 'xml')) return reply;
    return { ...reply, value: change(reply.value, about, reply.form) };
  });
}

/** Changes the entries of every batch and search answer. */
export function onEveryList(
  change: (entries: readonly JsonObject[], about: About) => readonly JsonValue[],
): Change {
  return onEveryAnswer((value, about) => {
    const { batch, lists } = operationOf(about.operation);
    const field = batch?.field ?? lists?.field;
    return field === undefined
      ? value
      : { ...value, [field]: [...change(value[field] as JsonObject[], about)] };
  });
}

/** Replaces the form of refusals, except those of APM payments, whose codes are documented (7.6). */
export function refusingWith(status: number, contentType: string, text: (reason: string) => string): Change {
  return (manner) => ({
    ...manner,
    refuse(refusal, about): Reply {
      const code = about.operation === 'apm-payment' ? manner.refuse(refusal, about).status : status;
      return { form: 'text', status: code, accepted: false, contentType, text: text(refusal.text) };
    },
  });
}
