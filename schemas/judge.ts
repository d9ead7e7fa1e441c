import { clausesOf } from './clauses.ts';
import { type Breach, type Feature, type Inspection, inspectRequest, validateAnswer } from './contract.ts';
import { defined } from './defined.ts';
import type { FindingValues } from './findings/said.ts';
import { say } from './findings/say.ts';
import { wordsOfBoth } from './findings/words.ts';
import { type Grade, isBlank, membersOf } from './history/outcome.ts';
import { isObject, objectOf, valueAt } from './json.ts';
import { answerChecks } from './judge/answer-checks.ts';
import { gradeOf } from './judge/grade.ts';
import { omissionRule } from './judge/omissions.ts';
import { type OpenRecorder, openRecorder } from './judge/recorder.ts';
import { isDeferredResult, isRefusal } from './judge/refusal.ts';
import { type IsRepeated, repeatedValues } from './judge/repeated-values.ts';
import { judgeUndocumented } from './judge/undocumented.ts';
import { decode } from './media/decode.ts';
import { type Decoded, entityPlaces, knownValue, stepsOfPath } from './media/decoded.ts';
import { decodeForm } from './media/form.ts';
import { decodeJson } from './media/json.ts';
import { decodeXml } from './media/xml.ts';
import { isDocumented, type Operation, operationOf } from './operations.ts';
import { digitsInClear, isMaskOf, wrongMasking } from './rules/cards.ts';
import { formOf } from './rules/form-of.ts';
import { rulesOf } from './rules/registry.ts';
import type { View } from './rules/rule.ts';
import { isOtherResult } from './rules/told-apart.ts';
import type {
  Answer,
  ClauseId,
  DocumentedOperationId,
  Exchange,
  JsonObject,
  JsonValue,
  Judgement,
  Outcome,
  SentRequest,
} from './types.ts';

/** Maximum number of array entries that are judged: ten times the documented limit of an answer. */
const mostEntries = 1000;

/** Truncates arrays to `mostEntries`, which bounds the cost of judging an answer. */
function boundEntries(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(boundEntries);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, boundEntries(member)]));
}

/** Collects what the rules need to know about an exchange. */
function viewOf(exchange: Exchange, id: DocumentedOperationId): View {
  const { sent, received } = exchange;
  const operation = operationOf(id);
  const asked = inspectRequest(id, sent.value);
  const grade = gradeOf(sent, operation, asked);
  const common = {
    exchange,
    operation,
    grade,
    asked,
    request: isObject(sent.value) ? sent.value : {},
    comparable: sent.unknown !== true && (grade !== 'broken' || saysWhatWasSent(sent)),
    fits: asked.breaches.every(({ keyword }) => keyword === 'required' && grade !== 'broken'),
  };
  if (received.kind === 'none') return { ...common, outcome: 'none', answer: {} };
  const decoded = bounded(decode(operation.answers, received.body, received.headers['content-type']));
  const isSuccess = received.status >= 200 && received.status < 300;
  const isTaken = exchange.accepted !== undefined || (sent.taken === true && isSuccess);
  const outcome = isTaken ? 'accepted' : outcomeOf(operation, received, decoded, grade);
  const answer = decoded.ok ? membersOf(operation, decoded.value) : {};
  const isForLater =
    exchange.accepted === undefined ? isDeferredResult(operation, answer) : exchange.accepted === 'later';
  return { ...common, outcome, received, decoded, answer, isForLater };
}

/** True if the answer is checked against its schema. If the request may be refused, any form of refusal is allowed. */
function isJudgedAsAnswer({ exchange, received, grade, outcome, decoded, operation, answer }: View): boolean {
  if (received === undefined || received.status < 200 || received.status > 299 || !decoded?.ok) return false;
  if (answerChecks[operation.id].isResult(answer) || exchange.sent.taken === true) return true;
  // A refusal is never checked as a success.
  if (outcome !== 'accepted' && isRefusal(operation, received, decoded)) return false;
  if (grade === 'complete') return true;
  // The required fields are not documented (2.14), so a request without some core fields may be refused.
  return grade === 'partial' && outcome === 'accepted';
}

/** True if the body cannot be read although a readable answer was due. */
function isUnreadable({ received, grade, decoded, outcome }: View): boolean {
  return received?.status === 200 && grade !== 'broken' && decoded?.ok === false && outcome !== 'refused';
}

/** The features used by a request on which some answer fields depend. */
function featuresOf({ subscription, token_id }: JsonObject): ReadonlySet<Feature> {
  const used = new Set<Feature>();
  if (isObject(subscription) && Object.keys(subscription).length > 0) used.add('subscription');
  // How a token is requested is not shown: the samples have only `token_flag` NO (2.2).
  if (typeof token_id === 'string' && token_id !== '') used.add('token');
  return used;
}

function bounded(decoded: Decoded): Decoded {
  return decoded.ok ? { ...decoded, value: boundEntries(decoded.value) } : decoded;
}

/** What the service did with the request, from the status and the success forms of 7.1 to 7.5. */
function outcomeOf(operation: Operation, received: Answer, decoded: Decoded, grade: Grade): Outcome {
  const { status } = received;
  if (status === 429 || status >= 500) return 'unclear';
  if (status < 200 || status > 299) return 'refused';
  if (decoded.ok) {
    const members = membersOf(operation, decoded.value);
    const isTaken =
      answerChecks[operation.id].succeeded(members) ||
      (status === 200 && isDeferredResult(operation, members));
    return isTaken ? 'accepted' : 'refused';
  }
  return grade === 'broken' || isRefusal(operation, received, decoded) ? 'refused' : 'unclear';
}

/**
 * True if the text on the wire has the same values as the logical body, so that an answer can be compared with it. Odd
 * requests may differ on purpose. Scalars are compared as text, since forms and XML have only text.
 */
function saysWhatWasSent({ body, value, encoding }: SentRequest): boolean {
  if (!isObject(value)) return false;
  if (encoding === 'form') {
    const decoded = decodeForm(body);
    return decoded.ok && sameTexts(decoded.value, value);
  }
  const decoded = encoding === 'json' ? decodeJson(Buffer.from(body)) : decodeXml(Buffer.from(body));
  if (!decoded.ok || decoded.notes.some(({ kind }) => kind === 'duplicate-member')) return false;
  if (encoding === 'json') return sameTexts(decoded.value, value);
  const root = isObject(decoded.value) ? Object.values(decoded.value)[0] : undefined;
  // The layout of an XML request is chosen by the target, so only the top-level texts are compared.
  return (
    isObject(root) &&
    Object.entries(value).every(([name, part]) => typeof part === 'object' || sameTexts(root[name], part))
  );
}

function sameTexts(one: JsonValue | undefined, other: JsonValue): boolean {
  if (one === undefined) return false;
  if (typeof other !== 'object' || other === null) return textOf(one) === textOf(other);
  if (typeof one !== 'object' || one === null) return false;
  const entries = Object.entries(other);
  if (entries.length !== Object.keys(one).length) return false;
  return entries.every(([name, part]) => sameTexts((one as { [name: string]: JsonValue })[name], part));
}

function textOf(value: JsonValue): string {
  return value === null ? '' : String(value);
}

/**
 * Judges one exchange against the whole contract; pure, deterministic, and never throws. An internal error becomes a
 * finding with the verdict `suite-error`.
 */
export function judge(exchange: Exchange): Judgement {
  try {
    return isDocumented(exchange.operation)
      ? judgeDocumented(exchange, exchange.operation)
      : judgeUndocumented(exchange);
  } catch (error) {
    return failedJudgement(exchange, error);
  }
}

function judgeDocumented(exchange: Exchange, id: DocumentedOperationId): Judgement {
  const view = viewOf(exchange, id);
  // The refusal of a request that could not be signed says nothing about the service.
  const unsigned =
    !exchange.sent.signed && view.outcome !== 'accepted' && !answerChecks[id].isResult(view.answer);
  const recorder = openRecorder(exchange, { unsigned, ...defined({ isUnknown: unknownPlaces(view) }) });

  for (const clause of view.asked.exercised) recorder.holds(clause);
  if (exchange.sent.intent === 'valid' && exchange.sent.unknown !== true)
    reportOwnFaults(view.asked, recorder);
  const judged = isJudgedAsAnswer(view) ? checkAnswer(view, recorder) : view;
  recorder.seal();
  const reads = judged.checked !== undefined || isUnreadable(view);
  for (const rule of rulesOf(id)) {
    if (rule.looksAt === 'answer' && !reads) continue;
    if (rule.looksAt === 'page' && (exchange.page === undefined || judged.checked === undefined)) continue;
    try {
      rule.check(judged, recorder);
    } catch (error) {
      const message = `The rule ${rule.name} could not judge this exchange`;
      recorder.rules(rule.clauses[0] ?? '', 'suite-error', {
        ...faultOf(error),
        kind: 'suite',
        path: '',
        message,
      });
    }
  }
  return {
    exchange: exchange.id,
    operation: exchange.operation,
    outcome: view.outcome,
    request: view.grade,
    ...recorder.close(),
    ...(view.decoded?.ok ? { answer: knownValue(view.decoded) } : {}),
  };
}

/** Returns a test for paths that an XML entity makes unknown: the text with the entity, or missing members below it. */
function unknownPlaces(view: View): ((path: string) => boolean) | undefined {
  if (view.decoded?.ok !== true) return undefined;
  const { value } = view.decoded;
  const places = entityPlaces(view.decoded);
  if (places.length === 0) return undefined;
  return (path) =>
    places.some(
      (place) =>
        path === place || (path.startsWith(`${place}.`) && valueAt(value, stepsOfPath(path)) === undefined),
    );
}

/** A valid request that breaks the caller's clauses is a fault of the suite. */
function reportOwnFaults({ breaches }: Inspection, recorder: OpenRecorder): void {
  const message = 'The suite sent a request that breaks the document';
  for (const breach of breaches) recorder.rules(breach.clause, 'suite-error', { ...breach, message });
}

function checkAnswer(view: View, recorder: OpenRecorder): View {
  const { operation, decoded, received } = view;
  if (!decoded?.ok) return view;
  const isXml = operation.answers === 'xml';
  const root = isXml && isObject(decoded.value) ? decoded.value.respon : decoded.value;
  const isNoPage = operation.answers === 'html' && formOf(received?.body ?? new Uint8Array()) !== 'html';
  // Another root, a body that is not a page or the other payment's result explains all missing members at once.
  if (root === undefined || isNoPage || isOtherResult(view)) {
    return { ...view, checked: { breaches: [], exercised: new Set(), undocumented: [] } };
  }
  const checked = validateAnswer(operation.id, root, {
    request: view.comparable ? view.request : {},
    features: featuresOf(view.request),
    isDone: view.outcome === 'accepted' || view.isForLater === true,
    // A search with results is never a refusal.
    isRefusal:
      view.outcome === 'refused' &&
      (operation.lists === undefined || !answerChecks[operation.id].holdsResult(view.answer)),
  });
  for (const clause of checked.exercised) if (couldBreak(clause, view)) recorder.holds(clause);
  if (checked.breaches.length === 0) return { ...view, checked };
  const isRepeated = repeatedValues(view);
  const isLeftOut = omissionRule(view);
  for (const breach of checked.breaches) {
    // A value that the caller sent may come back unchanged, whatever its shape.
    if (isEchoOf(breach, view, isRepeated)) continue;
    if (isAbsence(breach) && isLeftOut(breach.path, breach.keyword)) continue;
    const isCard = breach.path === 'card' && operation.id === 'direct-payment';
    // An unmasked card number has its own clause.
    if (isCard && digitsInClear(breach.value) !== undefined) continue;
    const masking = isCard ? wrongMasking(breach.value) : undefined;
    const said = masking === undefined ? breach : { ...breach, kind: 'masking' as const, received: masking };
    recorder.breaks(breach.clause, { ...said, path: pathOf(view, breach.path) });
  }
  return { ...view, checked };
}

/** 2.13: a missing `bank_code` in the answer proves something only if the request had one. */
function couldBreak(clause: ClauseId, { request }: View): boolean {
  if (clause !== '2.13/bank_details/no-bank_code') return true;
  return !isBlank(objectOf(objectOf(request.beneficiary).bank_details).bank_code);
}

// Keywords about the shape or type of a value.
const shapes = /^(?:pattern|anyOf|minLength|maxLength|type|items|minItems|maxItems)$/;

/** True if the caller caused the breach: the value repeats what was sent, or masks a card that is not a number. */
function isEchoOf({ keyword, path, value }: Breach, view: View, isRepeated: IsRepeated): boolean {
  if (value === undefined || !shapes.test(keyword)) return false;
  // `card` is the only field that comes back in another shape than it was sent in (2.6).
  if (path === 'card') return isMaskOf(value, view.request.card);
  return isRepeated(path, value) || (keyword === 'pattern' && isRepeated(path, scalarOf(value)));
}

function isAbsence({ keyword }: Breach): boolean {
  return keyword === 'required' || keyword === 'listed';
}

/** The JSON number, boolean or null that a text spells; some services repeat such a value as text. */
function scalarOf(text: JsonValue): JsonValue {
  const scalar = { true: true, false: false, null: null }[String(text)];
  if (scalar !== undefined) return scalar;
  return String(Number(text)) === text ? Number(text) : text;
}

function pathOf({ operation, decoded }: View, path: string): string {
  if (operation.answers === 'json') return path;
  if (operation.answers === 'html') return pagePath(path, decoded);
  return path === '' ? 'respon' : `respon.${path}`;
}

function faultOf(error: unknown): FindingValues {
  // The message of the error may quote a value of the exchange, so only its name is used.
  const kind = error instanceof Error ? error.name : 'unknown error';
  return { expected: say('judgement'), received: say('plain', [kind]) };
}

function failedJudgement(exchange: Exchange, error: unknown): Judgement {
  const { id, operation } = exchange;
  const values = faultOf(error);
  const finding = {
    clause: clausesOf(operation)[0]?.id ?? '1/operations/path',
    verdict: 'suite-error',
    operation,
    path: '',
    message: 'The judge could not judge this exchange',
    kind: 'suite',
    values,
    ...wordsOfBoth(values),
    exchange: id,
  } as const;
  return {
    exchange: id,
    operation,
    outcome: exchange.received?.kind === 'none' ? 'none' : 'unclear',
    request: 'broken',
    findings: [finding],
    exercised: [],
    observations: [],
  };
}

/** Replaces indexes in a page path by form and input names: `forms[0].inputs[3].type` becomes `theForm.gbc_id.type`. */
function pagePath(path: string, decoded: Decoded | undefined): string {
  const found = /^forms\[([0-9]+)\](?:\.inputs\[([0-9]+)\])?/.exec(path);
  if (found === null || !decoded?.ok || !isObject(decoded.value)) return path;
  const form = entryOf(decoded.value.forms, found[1]);
  const name = nameOf(form) ?? `forms[${found[1]}]`;
  if (found[2] === undefined) return name + path.slice(found[0].length);
  const input = isObject(form) ? nameOf(entryOf(form.inputs, found[2])) : undefined;
  return `${name}.${input ?? `inputs[${found[2]}]`}${path.slice(found[0].length)}`;
}

function entryOf(list: JsonValue | undefined, index: string | undefined): JsonValue | undefined {
  return Array.isArray(list) ? list[Number(index)] : undefined;
}

function nameOf(value: JsonValue | undefined): string | undefined {
  const name = isObject(value) ? value.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
