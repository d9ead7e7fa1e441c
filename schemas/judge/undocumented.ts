import { isObject } from '../json.ts';
import { decodeJson } from '../media/json.ts';
import { formOf } from '../rules/form-of.ts';
import { fingerprintName } from '../rules/redirect-page.ts';
import type { Exchange, Judgement, Outcome } from '../types.ts';
import { openRecorder } from './recorder.ts';

/** Records observations on an exchange of 4.12, whose path, body and answer are not documented; judges nothing. */
export function judgeUndocumented(exchange: Exchange): Judgement {
  const { received } = exchange;
  const recorder = openRecorder(exchange);
  const about = { exchange: exchange.id, operation: exchange.operation, request: 'partial' } as const;
  if (received.kind === 'none') {
    recorder.observes(
      '4.12/response',
      `no answer: ${received.reason}`,
      `Optimise payment methods: no answer (${received.reason})`,
    );
    return { ...about, outcome: 'none', ...recorder.close() };
  }
  const form = `http-${received.status} ${formOf(received.body)}`;
  const decoded = decodeJson(received.body, received.headers['content-type']);
  const names =
    decoded.ok && isObject(decoded.value)
      ? Object.keys(decoded.value).map(fingerprintName).sort().slice(0, 12).join(', ').slice(0, 200)
      : '';
  recorder.observes('4.12/path', form, `At the path that the target names: ${form}`);
  recorder.observes('4.12/body', form, `The body that the target names was answered with ${form}`);
  recorder.observes(
    '4.12/response',
    names === '' ? form : `${form}: ${names}`,
    `The answer is ${form}${names === '' ? '' : ` with ${names}`}`,
  );
  return {
    ...about,
    outcome: outcomeOf(received.status),
    ...recorder.close(),
    ...(decoded.ok ? { answer: decoded.value } : {}),
  };
}

function outcomeOf(status: number): Outcome {
  if (status === 429 || status >= 500) return 'unclear';
  return status >= 200 && status < 300 ? 'accepted' : 'refused';
}
