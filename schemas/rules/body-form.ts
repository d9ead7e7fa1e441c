import type { Phrase } from '../findings/phrases.ts';
import type { FindingKind } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { isObject } from '../json.ts';
import type { Recorder } from '../judge/recorder.ts';
import { charsetOf } from '../media/charset.ts';
import type { MediaProblem, NoteKind } from '../media/decoded.ts';
import { limits } from '../media/limits.ts';
import { documentedOperations } from '../operations.ts';
import type { ClauseId } from '../types.ts';
import { formOf } from './form-of.ts';
import { mediaTypeOf } from './requests.ts';
import type { Rule, View } from './rule.ts';

/** The form of answers where the document is silent: Content-Type and XML style. */
export const answerStyle: Rule = {
  name: 'answer-style',
  clauses: ['1.4/content-type', '1.4/xml/style'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  disallowed: 'warns',
  check({ received, operation, decoded }, recorder) {
    if (received === undefined) return;
    const header = received.headers['content-type'];
    const charset = charsetOf(header);
    const type =
      `${mediaTypeOf(header)}${charset === undefined ? '' : `; charset=${charset.slice(0, 20)}`}`.slice(
        0,
        80,
      );
    recorder.observes(
      '1.4/content-type',
      `${formOf(received.body)} as ${type}`,
      `${operation.title}: ${formOf(received.body)} as ${type}`,
    );
    if (operation.answers !== 'xml') return;
    const kinds = new Set(decoded?.notes.map(({ kind }) => kind));
    for (const kind of [
      'attribute',
      'mixed-content',
      'byte-order-mark',
      'charset',
      'repeated-element',
    ] as const) {
      if (kinds.has(kind))
        recorder.observes('1.4/xml/style', kind, `${operation.title}: XML with ${kind.replaceAll('-', ' ')}`);
    }
  },
};

const bounded = '1.4/body/bounded';
const names = { json: say('json-object'), xml: say('xml-document'), html: say('html-document') } as const;

/** Section 1.4: the format of each answer, and the requirements of JSON and XML themselves. */
export const bodyForm: Rule = {
  name: 'body-form',
  clauses: [
    bounded,
    '1.4/html',
    '1.4/json',
    '1.4/json/byte-order-mark',
    '1.4/json/repeated-member',
    '1.4/json/utf-8',
    '1.4/json/well-formed',
    '1.4/respon/root',
    '1.4/xml',
    '1.4/xml/dtd',
    '1.4/xml/namespace',
    '1.4/xml/well-formed',
  ],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'answer',
  refusals: true,
  disallowed: 'warns',
  check(view, recorder) {
    const { decoded, operation } = view;
    if (decoded === undefined) return;
    if (!decoded.ok) reportProblem(view, decoded.problem, recorder);
    else if (view.grade === 'broken') return;
    else reportReadable(view, recorder);
    if (operation.answers === 'json')
      reportNotes(view, ['byte-order-mark', 'charset', 'duplicate-member'], recorder);
    if (operation.answers === 'xml' && isXml(view)) reportXmlNotes(view, recorder);
  },
};

function reportProblem(view: View, problem: MediaProblem, recorder: Recorder): void {
  const medium = view.operation.answers;
  const form = formOf(view.received?.body ?? new Uint8Array());
  const detail = problem.at === undefined ? problem.detail : `${problem.detail} (${problem.at})`;
  const breaks = (clause: string, expected: Phrase) =>
    recorder.breaks(clause, {
      kind: 'malformed',
      path: '',
      expected: say(expected),
      received: say('plain', [detail]),
    });
  switch (problem.kind) {
    case 'too-large':
    case 'too-deep':
    case 'too-many-members':
      breaks(bounded, 'reasonable-body');
      // An unreadable body is inconclusive, so that it does not count as judged.
      recorder.breaks(`1.4/${medium}`, {
        kind: 'medium',
        path: '',
        expected: names[medium],
        received: say('not-judged', [detail]),
        atMost: 'inconclusive',
      });
      return;
    default:
  }
  if (medium === 'html' || form !== medium) {
    recorder.breaks(`1.4/${medium}`, {
      kind: 'medium',
      path: '',
      expected: names[medium],
      received: form === 'empty' ? say('empty-body') : say('form', [], form),
    });
  } else if (medium === 'json' && problem.kind === 'not-utf8') {
    breaks('1.4/json/utf-8', 'utf-8-json');
  } else {
    breaks(`1.4/${medium}/well-formed`, medium === 'json' ? 'well-formed-json' : 'well-formed-xml');
  }
}

function reportReadable(view: View, recorder: Recorder): void {
  const { answers } = view.operation;
  const { body, blanks = 0 } = view.received ?? {};
  const length = (body?.length ?? 0) + blanks;
  recorder.judges(bounded, length <= limits.bytes, {
    kind: 'malformed',
    path: '',
    expected: say('reasonable-body'),
    received: say('mostly-blank', [], length),
  });
  if (answers === 'html') {
    // An HTML parser accepts any input, so the text itself must look like a page.
    const form = formOf(view.received?.body ?? new Uint8Array());
    const received = say('form', [], form);
    recorder.judges('1.4/html', form === 'html', {
      kind: 'medium',
      path: '',
      expected: names.html,
      received,
    });
    return;
  }
  recorder.holds(`1.4/${answers}`);
  recorder.holds(`1.4/${answers}/well-formed`);
  if (answers === 'xml' && view.decoded?.ok) {
    const root = isObject(view.decoded.value) ? Object.keys(view.decoded.value)[0] : undefined;
    recorder.judges('1.4/respon/root', root === 'respon', {
      kind: 'value',
      path: '',
      expected: say('root-respon'),
      received: sayValue(root),
    });
  }
}

/** Irregularities of a readable answer that its format forbids: clause, expected phrase and kind by note. */
const irregularities = {
  'byte-order-mark': ['1.4/json/byte-order-mark', 'no-byte-order-mark', 'malformed'],
  charset: ['1.4/json/utf-8', 'utf-8-json', 'malformed'],
  'duplicate-member': ['1.4/json/repeated-member', 'names-once', 'repeated'],
  dtd: ['1.4/xml/dtd', 'no-dtd', 'malformed'],
  namespace: ['1.4/xml/namespace', 'no-namespace', 'malformed'],
} as const satisfies Partial<Record<NoteKind, readonly [ClauseId, Phrase, FindingKind]>>;

function reportNotes(
  { decoded }: View,
  kinds: readonly (keyof typeof irregularities)[],
  recorder: Recorder,
): void {
  if (decoded?.ok) for (const kind of kinds) recorder.holds(irregularities[kind][0]);
  const hasMark = decoded?.notes.some(({ kind }) => kind === 'byte-order-mark');
  for (const { kind: noted, path = '', detail } of decoded?.notes ?? []) {
    const kind = kinds.find((one) => one === noted);
    // A byte order mark already explains the charset.
    if (kind === undefined || (kind === 'charset' && hasMark)) continue;
    const [clause, expected, finding] = irregularities[kind];
    recorder.breaks(clause, {
      kind: finding,
      path,
      expected: say(expected),
      received: say('plain', [detail]),
    });
  }
}

/** False for an HTML page, which has its own document type; a result is XML whatever precedes it. */
function isXml({ received, decoded }: View): boolean {
  const isResult = decoded?.ok === true && isObject(decoded.value) && Object.hasOwn(decoded.value, 'respon');
  return isResult || formOf(received?.body ?? new Uint8Array()) === 'xml';
}

function reportXmlNotes(view: View, recorder: Recorder): void {
  reportNotes(view, ['dtd', 'namespace'], recorder);
  for (const { kind, path = '', detail } of view.decoded?.notes ?? []) {
    if (kind !== 'entity') continue;
    recorder.breaks('1.4/xml/well-formed', {
      kind: 'malformed',
      path,
      expected: say('own-text'),
      received: say('plain', [detail]),
      atMost: 'inconclusive',
    });
  }
}
