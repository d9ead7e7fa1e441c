import { isObject } from '../json.ts';
import type { MediaProblem } from '../media/decoded.ts';
import { limits } from '../media/limits.ts';
import type { Notebook } from '../notebook.ts';
import { documentedOperations } from '../operations.ts';
import { formOf } from './form-of.ts';
import type { Rule, View } from './rule.ts';

const bounded = '1.4/body/bounded';
const reasonable = 'a body of reasonable size and depth';
const names = { json: 'a JSON object', xml: 'an XML document', html: 'an HTML document' } as const;

/** Section 1.4: what each operation answers in, and what JSON and XML themselves demand of a body. */
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
  check(view, notebook) {
    const { decoded, operation } = view;
    if (decoded === undefined) return;
    if (!decoded.ok) reportProblem(view, decoded.problem, notebook);
    else reportReadable(view, notebook);
    if (operation.answers === 'json') reportJsonNotes(view, notebook);
    // A page has a document type of its own, and is no XML in the first place.
    if (operation.answers === 'xml' && formOf(view.received?.body ?? new Uint8Array()) === 'xml')
      reportXmlNotes(view, notebook);
  },
};

function reportProblem(view: View, problem: MediaProblem, notebook: Notebook): void {
  const medium = view.operation.answers;
  const form = formOf(view.received?.body ?? new Uint8Array());
  const received = problem.at === undefined ? problem.detail : `${problem.detail} (${problem.at})`;
  const breaks = (clause: string, expected: string) =>
    notebook.breaks(clause, { path: '', expected, received });
  switch (problem.kind) {
    case 'too-large':
    case 'too-deep':
    case 'too-many-members':
      breaks(bounded, reasonable);
      // What nobody could read is not judged, and must not count as if it had been.
      notebook.breaks(`1.4/${medium}`, {
        path: '',
        expected: names[medium],
        received: `a body that was not judged: ${received}`,
        atMost: 'inconclusive',
      });
      return;
    case 'dtd':
      breaks('1.4/xml/dtd', 'no document type declaration');
      return;
    default:
  }
  if (medium === 'html' || form !== medium) {
    notebook.breaks(`1.4/${medium}`, {
      path: '',
      expected: names[medium],
      received: form === 'empty' ? 'an empty body' : form,
    });
  } else if (medium === 'json' && problem.kind === 'not-utf8') {
    breaks('1.4/json/utf-8', 'JSON in UTF-8');
  } else {
    breaks(
      `1.4/${medium}/well-formed`,
      medium === 'json' ? 'well-formed JSON' : 'well-formed XML with one root',
    );
  }
}

function reportReadable(view: View, notebook: Notebook): void {
  const { answers } = view.operation;
  const { body, blanks = 0 } = view.received ?? {};
  const length = (body?.length ?? 0) + blanks;
  if (length <= limits.bytes) notebook.holds(bounded);
  else
    notebook.breaks(bounded, {
      path: '',
      expected: reasonable,
      received: `${length} bytes, most of them white space`,
    });
  if (answers === 'html') {
    // An HTML parser reads anything, so the text itself has to look like a page.
    const form = formOf(view.received?.body ?? new Uint8Array());
    if (form === 'html') notebook.holds('1.4/html');
    else notebook.breaks('1.4/html', { path: '', expected: names.html, received: form });
    return;
  }
  notebook.holds(`1.4/${answers}`);
  notebook.holds(`1.4/${answers}/well-formed`);
  if (answers === 'xml' && view.decoded?.ok) {
    const root = isObject(view.decoded.value) ? Object.keys(view.decoded.value)[0] : undefined;
    if (root === 'respon') notebook.holds('1.4/respon/root');
    else
      notebook.breaks('1.4/respon/root', {
        path: '',
        expected: 'the root element "respon"',
        received: `"${root?.slice(0, 60)}"`,
      });
  }
}

function reportJsonNotes(view: View, notebook: Notebook): void {
  const kinds = new Set(view.decoded?.notes.map(({ kind }) => kind));
  if (view.decoded?.ok) {
    notebook.holds('1.4/json/byte-order-mark');
    notebook.holds('1.4/json/repeated-member');
    notebook.holds('1.4/json/utf-8');
  }
  for (const { kind, path = '', detail } of view.decoded?.notes ?? []) {
    if (kind === 'byte-order-mark') {
      notebook.breaks('1.4/json/byte-order-mark', {
        path,
        expected: 'JSON without a byte order mark',
        received: detail,
      });
    } else if (kind === 'charset' && !kinds.has('byte-order-mark')) {
      notebook.breaks('1.4/json/utf-8', { path, expected: 'JSON in UTF-8', received: detail });
    } else if (kind === 'duplicate-member') {
      notebook.breaks('1.4/json/repeated-member', { path, expected: 'each name once', received: detail });
    }
  }
}

function reportXmlNotes(view: View, notebook: Notebook): void {
  if (view.decoded?.ok) {
    notebook.holds('1.4/xml/dtd');
    notebook.holds('1.4/xml/namespace');
  }
  for (const { kind, path = '', detail } of view.decoded?.notes ?? []) {
    if (kind === 'dtd')
      notebook.breaks('1.4/xml/dtd', { path, expected: 'no document type declaration', received: detail });
    if (kind === 'namespace') {
      notebook.breaks('1.4/xml/namespace', {
        path,
        expected: 'no namespace and no prefix',
        received: detail,
      });
    }
  }
}
