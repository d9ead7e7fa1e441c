import { clausesOf } from './clauses.ts';
import {
  type Breach,
  type Feature,
  filled,
  type Inspection,
  inspectRequest,
  validateAnswer,
} from './contract.ts';
import { defined } from './defined.ts';
import type { FindingValues } from './findings/said.ts';
import { say } from './findings/say.ts';
import { wordsOfBoth } from './findings/words.ts';
import { entriesOf, isBlank, isEntryRefused, membersOf } from './history/outcome.ts';
import { isObject, listOf, objectOf, valueAt } from './json.ts';
import { answerChecks } from './judge/answer-checks.ts';
import { gradeOf } from './judge/grade.ts';
import { callOutcome, outcomeOf } from './judge/outcome-of.ts';
import { type OpenRecorder, openRecorder } from './judge/recorder.ts';
import { judgeUndocumented } from './judge/undocumented.ts';
import { decode } from './media/decode.ts';
import { type Decoded, entityPlaces, knownValue, stepsOfPath } from './media/decoded.ts';
import { isDocumented, type Operation, operationOf } from './operations.ts';
import { digitsInClear, isMaskOf, wrongMasking } from './rules/cards.ts';
import { formOf } from './rules/form-of.ts';
import { rulesOf } from './rules/registry.ts';
import type { View } from './rules/rule.ts';
import { isRepeated, isUnsent } from './rules/sent-text.ts';
import { isOtherResult } from './rules/told-apart.ts';
import type { ClauseId, DocumentedOperationId, Exchange, JsonObject, JsonValue, Judgement } from './types.ts';

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
    comparable: sent.unknown !== true && sent.departs?.includes('body') !== true,
    fits: asked.breaches.every(({ keyword }) => keyword === 'required' && grade !== 'broken'),
    refusedEntries: new Set<number>(),
  };
  if (received.kind === 'none') return { ...common, outcome: 'none', answer: {} };
  const decoded = bounded(decode(operation.answers, received.body, received.headers['content-type']));
  const isSuccess = received.status >= 200 && received.status < 300;
  const isTaken = exchange.accepted !== undefined || (sent.taken === true && isSuccess);
  const outcome = isTaken ? 'accepted' : outcomeOf(operation, received, decoded, grade);
  const answer = decoded.ok ? membersOf(operation, decoded.value) : {};
  const isForLater = exchange.accepted === 'later';
  const entries = operation.batch === undefined ? [] : entriesOf(operation, answer);
  const refusedEntries = new Set(
    entries.flatMap((entry, index) => (isEntryRefused(operation, entry, exchange.statuses) ? [index] : [])),
  );
  return { ...common, outcome, received, decoded, answer, isForLater, refusedEntries };
}

/**
 * What an answer is judged as: the result that the document describes, a refusal, or not at all: what answers a request
 * that the document does not allow, and what shows no outcome.
 */
function judgedAs(view: View): 'result' | 'refusal' | 'nothing' {
  const { received, grade, outcome, decoded, operation, answer } = view;
  if (received === undefined || grade === 'broken') return 'nothing';
  const isReadable = received.status >= 200 && received.status <= 299 && decoded?.ok === true;
  // A search with records is no refusal, whatever its envelope says.
  const isListing = operation.lists !== undefined && entriesOf(operation, answer).length > 0;
  if (isReadable && (outcome === 'accepted' || isListing)) return 'result';
  if (outcome !== 'refused') return 'nothing';
  // Without a mark of either, the documented outline tells a result from a refusal.
  const hasOutline = isReadable && answerChecks[operation.id].isResult(answer);
  return hasOutline && callOutcome(operation, answer) !== 'refused' ? 'result' : 'refusal';
}

/** True for a body that cannot be read: a readable answer was due, or it has the form of one. */
function isUnreadable({ received, grade, decoded, outcome, operation }: View): boolean {
  if (received?.status !== 200 || decoded?.ok !== false) return false;
  return grade === 'broken' ? formOf(received.body) === operation.answers : outcome !== 'refused';
}

/** Whom a refusal names: the merchant, the account, the signature and the masked card. */
const ofCaller: ReadonlySet<string> = new Set(['merchant_id', 'account_id', 'encryption_data', 'card']);
/** The members for which a refused call is judged, besides its form and a card number anywhere. */
const ofCall: ReadonlySet<string> = new Set([...ofCaller, 'return_status', 'return_message']);

function ofEntry({ batch }: Operation): ReadonlySet<string> {
  return new Set(batch === undefined ? [] : ['order_no', 'transaction_id', batch.status, batch.message]);
}

/** Returns whether a place of the answer is judged: a refusal owes nothing that only a result has. */
function owedPlaces({ operation, refusedEntries }: View, isRefusal: boolean): (path: string) => boolean {
  const field = operation.batch?.field ?? '';
  const owed = ofEntry(operation);
  return (path) => {
    const [first = '', second, third] = stepsOfPath(path.replace(/^respon\.?/, ''));
    if (field !== '' && first === field)
      return !refusedEntries.has(Number(second)) || third === undefined || owed.has(third);
    return !isRefusal || first === '' || first === 'headers' || ofCall.has(first);
  };
}

/** The answer without what a refusal in it does not owe. */
function owedPart({ operation, refusedEntries }: View, root: JsonValue, isRefusal: boolean): JsonValue {
  if (!isObject(root)) return root;
  const { [operation.batch?.field ?? '']: list, ...others } = root;
  const members = isRefusal ? only(others, ofCall) : others;
  if (list === undefined) return members;
  const owed = ofEntry(operation);
  const entries = listOf(list).map((entry, index) =>
    isObject(entry) && refusedEntries.has(index) ? only(entry, owed) : entry,
  );
  return { ...members, [operation.batch?.field ?? '']: Array.isArray(list) ? entries : list };
}

function only(members: JsonObject, names: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(members).filter(([name]) => names.has(name));
  return objectOf(filled(Object.fromEntries(kept), { all: true }));
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
  const as = judgedAs(view);
  const isAllowed = view.grade !== 'broken';
  const recorder = openRecorder(exchange, {
    unsigned,
    isOwed: owedPlaces(view, as === 'refusal'),
    ...defined({ isUnknown: unknownPlaces(view) }),
  });

  for (const clause of view.asked.exercised) recorder.holds(clause);
  if (exchange.sent.intent === 'valid' && exchange.sent.unknown !== true)
    reportOwnFaults(view.asked, recorder);
  const judged =
    as === 'result' || (as === 'refusal' && isOutlined(view))
      ? checkAnswer(view, recorder, as === 'refusal')
      : view;
  recorder.seal();
  const reads = judged.checked !== undefined || isUnreadable(view) || (!isAllowed && isOutlined(view));
  for (const rule of rulesOf(id)) {
    if (!isAllowed && rule.disallowed === undefined) continue;
    if (rule.looksAt === 'answer' && (!reads || (as === 'refusal' && rule.refusals !== true))) continue;
    if (rule.looksAt === 'page' && (exchange.page === undefined || as !== 'result')) continue;
    recorder.caps(!isAllowed && rule.disallowed !== 'as-allowed');
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

/** True for an answer in the outline of a result: one that was refused has codes and entries as well. */
function isOutlined({ operation, received, decoded, answer }: View): boolean {
  const isReadable = received !== undefined && received.status >= 200 && received.status <= 299;
  const isResult = answerChecks[operation.id].isResult(answer) || entriesOf(operation, answer).length > 0;
  return isReadable && decoded?.ok === true && isResult;
}

function checkAnswer(view: View, recorder: OpenRecorder, isRefusal: boolean): View {
  const { operation, decoded, received, refusedEntries } = view;
  if (!decoded?.ok) return view;
  const isXml = operation.answers === 'xml';
  const root = isXml && isObject(decoded.value) ? decoded.value.respon : decoded.value;
  const isNoPage = operation.answers === 'html' && formOf(received?.body ?? new Uint8Array()) !== 'html';
  // Another root, a body that is not a page or the other payment's result explains all missing members at once.
  if (root === undefined || isNoPage || isOtherResult(view)) {
    return { ...view, checked: { breaches: [], exercised: new Set(), undocumented: [] } };
  }
  const checked = validateAnswer(operation.id, owedPart(view, root, isRefusal), {
    request: view.comparable ? view.request : {},
    features: featuresOf(view.request),
    isDone: view.outcome === 'accepted' || view.isForLater === true,
    refused: new Set([...refusedEntries].map((index) => `/${operation.batch?.field}/${index}`)),
  });
  if (!isRefusal)
    for (const clause of checked.exercised) if (couldBreak(clause, view)) recorder.holds(clause);
  for (const breach of checked.breaches) {
    const isAbsent = breach.keyword === 'required' || breach.keyword === 'listed';
    // What was not sent as a text is not asked back, and a refusal need not name whom it is about.
    if (isAbsent && (isUnsent(view, breach.path) || (isRefusal && ofCaller.has(breach.path)))) continue;
    // A value that the caller sent may come back unchanged, whatever its shape.
    if (isEchoOf(breach, view)) continue;
    if (breach.value === null && breach.more === undefined && isUnsent(view, breach.path)) continue;
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
const shapes = /^(?:pattern|format|anyOf|minLength|maxLength|type|items|minItems|maxItems)$/;

/** True if the caller caused the breach: the value repeats what was sent, or masks a card that is not a number. */
function isEchoOf({ keyword, path, value }: Breach, view: View): boolean {
  if (value === undefined || !shapes.test(keyword)) return false;
  // `card` is the only field that comes back in another shape than it was sent in (2.6).
  return path === 'card' ? isMaskOf(value, view.request.card) : isRepeated(view, path, value);
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
