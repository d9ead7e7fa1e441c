import { clausesOf } from './clauses.ts';
import { type Breach, type Inspection, validateAnswer } from './contract.ts';
import type { FindingValues } from './findings/said.ts';
import { say } from './findings/say.ts';
import { wordsOf } from './findings/words.ts';
import { given } from './given.ts';
import { changeAt, isObject, objectOf, valueAt } from './json.ts';
import { leftOut } from './judge/left-out.ts';
import { pagePath } from './judge/page-path.ts';
import { type IsRepeated, repeatedValues } from './judge/repeated-values.ts';
import { signs } from './judge/signs.ts';
import { judgeUndocumented } from './judge/undocumented.ts';
import { featuresOf, isJudgedAsAnswer, isUnreadable, viewOf } from './judge/view-of.ts';
import { type OpenNotebook, openNotebook } from './notebook.ts';
import { isDocumented } from './operations.ts';
import { isBlank } from './outcome.ts';
import { digitsInClear, isMaskOf, wrongMasking } from './rules/cards.ts';
import { formOf } from './rules/form-of.ts';
import { rulesOf } from './rules/registry.ts';
import type { View } from './rules/rule.ts';
import { isOtherResult } from './rules/told-apart.ts';
import type { ClauseId, DocumentedOperationId, Exchange, JsonValue, Judgement } from './types.ts';

/**
 * Judges one exchange against the whole contract: pure, deterministic, never throws.
 * A fault of the judge itself becomes a finding with the verdict `suite-error`.
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
  // A call refused as a whole for want of a key says nothing about the service.
  const unsigned = !exchange.sent.signed && view.outcome !== 'accepted' && !signs[id].isResult(view.answer);
  const notebook = openNotebook(exchange, { unsigned, ...given({ isUnknown: unknownPlaces(view) }) });

  for (const clause of view.asked.exercised) notebook.holds(clause);
  if (exchange.sent.intent === 'valid' && exchange.sent.unknown !== true)
    reportOwnFaults(view.asked, notebook);
  const judged = isJudgedAsAnswer(view) ? checkAnswer(view, notebook) : view;
  notebook.seal();
  const reads = judged.checked !== undefined || isUnreadable(view);
  for (const rule of rulesOf(id)) {
    if (rule.looksAt === 'answer' && !reads) continue;
    if (rule.looksAt === 'page' && (exchange.page === undefined || judged.checked === undefined)) continue;
    try {
      rule.check(judged, notebook);
    } catch (error) {
      const message = `The rule ${rule.name} could not judge this exchange`;
      notebook.rules(rule.clauses[0] ?? '', 'suite-error', {
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
    ...notebook.close(),
    ...(view.decoded?.ok ? { answer: knownOf(view.decoded.value, view) } : {}),
  };
}

/** The places whose text refers to an entity that only the document type declaration of the answer defines. */
function entityPlaces({ decoded }: View): readonly string[] {
  return (decoded?.notes ?? []).flatMap(({ kind, path = '' }) => (kind === 'entity' ? [path] : []));
}

/** Whether an entity leaves open what the answer says at a path: in its own text, or beside it where nothing stands. */
function unknownPlaces(view: View): ((path: string) => boolean) | undefined {
  const places = entityPlaces(view);
  if (places.length === 0 || view.decoded?.ok !== true) return undefined;
  const { value } = view.decoded;
  return (path) =>
    places.some(
      (place) =>
        path === place || (path.startsWith(`${place}.`) && valueAt(value, stepsOfPath(path)) === undefined),
    );
}

function stepsOfPath(path: string): readonly string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}

/** What is known of an answer: a text with an entity in it must not be compared with those of other exchanges. */
function knownOf(value: JsonValue, view: View): JsonValue {
  return entityPlaces(view).reduce<JsonValue>(
    (known, place) =>
      changeAt(known, stepsOfPath(place), (old) => (isObject(old) ? old : undefined)) ?? known,
    value,
  );
}

/** A valid request that breaks the caller's clauses is a fault of the suite. */
function reportOwnFaults({ breaches }: Inspection, notebook: OpenNotebook): void {
  const message = 'The suite sent a request that breaks the document';
  for (const breach of breaches) notebook.rules(breach.clause, 'suite-error', { ...breach, message });
}

function checkAnswer(view: View, notebook: OpenNotebook): View {
  const { operation, decoded, received } = view;
  if (!decoded?.ok) return view;
  const isXml = operation.answers === 'xml';
  const root = isXml && isObject(decoded.value) ? decoded.value.respon : decoded.value;
  const isNoPage = operation.answers === 'html' && formOf(received?.body ?? new Uint8Array()) !== 'html';
  // Another root, no page at all, the other payment's result: each lacks everything else for that one reason.
  if (root === undefined || isNoPage || isOtherResult(view)) {
    return { ...view, checked: { breaches: [], exercised: new Set(), undocumented: [] } };
  }
  const checked = validateAnswer(operation.id, root, {
    request: view.comparable ? view.request : {},
    features: featuresOf(view.request),
    // A search that lists something is no refusal, whatever it says beside it.
    isRefusal:
      view.outcome === 'refused' &&
      (operation.lists === undefined || !signs[operation.id].holdsResult(view.answer)),
  });
  for (const clause of checked.exercised) if (couldBreak(clause, view)) notebook.holds(clause);
  const isRepeated = repeatedValues(view);
  const isLeftOut = leftOut(view);
  for (const breach of checked.breaches) {
    // A value that the caller gave comes back as it was given, whatever its shape.
    if (isEchoOf(breach, view, isRepeated)) continue;
    if (isAbsence(breach) && isLeftOut(breach.path)) continue;
    const isCard = breach.path === 'card' && operation.id === 'direct-payment';
    // A number that is not masked at all has a clause of its own.
    if (isCard && digitsInClear(breach.value) !== undefined) continue;
    const masking = isCard ? wrongMasking(breach.value) : undefined;
    const said = masking === undefined ? breach : { ...breach, kind: 'masking' as const, received: masking };
    notebook.breaks(breach.clause, { ...said, path: pathOf(view, breach.path) });
  }
  return { ...view, checked };
}

/** 2.13: that no bank_code comes back shows only where one was sent. */
function couldBreak(clause: ClauseId, { request }: View): boolean {
  if (clause !== '2.13/bank_details/no-bank_code') return true;
  return !isBlank(objectOf(objectOf(request.beneficiary).bank_details).bank_code);
}

// What a text has to look like, and what it has to be.
const shapes = /^(?:pattern|anyOf|minLength|maxLength|type|items|minItems|maxItems)$/;

/** Tells a breach that is the caller's own: a value that only repeats what was sent, or masks a card that was no plain number. */
function isEchoOf({ keyword, path, value }: Breach, view: View, isRepeated: IsRepeated): boolean {
  if (value === undefined || !shapes.test(keyword)) return false;
  // The one field that is to come back in another shape than it was sent in (2.6).
  if (path === 'card') return isMaskOf(value, view.request.card);
  return isRepeated(path, value) || (keyword === 'pattern' && isRepeated(path, scalarOf(value)));
}

function isAbsence({ keyword }: Breach): boolean {
  return keyword === 'required' || keyword === 'listed';
}

/** What a text would be if it were a JSON number, truth value or null: a service that keeps texts repeats an odd one so. */
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
  // Its message may quote a value of the exchange.
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
    expected: wordsOf(values.expected),
    received: wordsOf(values.received),
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
