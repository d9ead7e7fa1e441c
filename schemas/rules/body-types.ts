import { say } from '../findings/say.ts';
import { isObject } from '../json.ts';
import type { Notebook } from '../notebook.ts';
import { documentedOperations } from '../operations.ts';
import type { ClauseId } from '../types.ts';
import type { Rule, View } from './rule.ts';

/** The type that the sample commands of section 4 send everything under. */
export const formType = 'application/x-www-form-urlencoded';

/** Section 4: which body types work. The declared type and the sample header contradict each other (C-01, C-05). */
export const bodyTypes: Rule = {
  name: 'body-types',
  clauses: [
    '4/body-type/matrix',
    '4/body-type/usable',
    '4/body-type/nested-form-values',
    '4.1/body-type',
    '4.3/body-layout',
    '4.8/body-layout',
    '4.4/body-type/form',
    '4.10/body-type/form',
    '4/header-parameters',
    '5.6/header-credential',
  ],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'exchange',
  check(view, notebook) {
    const { exchange, outcome, operation, grade, received } = view;
    // Only a body that is right in itself says something about its wrapping.
    const right = view.fits && view.comparable && isComplete(view);
    if (received === undefined || !right || outcome === 'none') return;
    const { encoding } = exchange.sent;
    const type = mediaTypeOf(exchange.sent.headers['content-type']);
    notebook.observes(
      '4/body-type/matrix',
      `${encoding} as ${type}: ${outcome}`,
      `${operation.title}: a body in ${encoding} sent as ${type} was ${outcome}`,
    );
    if (operation.id === 'direct-payment' && outcome === 'accepted') {
      notebook.observes('4.1/body-type', `${encoding} as ${type}`, `Accepted in ${encoding} sent as ${type}`);
    }
    const nested = encoding === 'form' ? nestedStyle(view) : undefined;
    if (nested !== undefined) {
      notebook.observes(
        '4/body-type/nested-form-values',
        `${nested}: ${outcome}`,
        `${operation.title}: nested values as ${nested} were ${outcome}`,
      );
    }
    judgeTypes(view, type, notebook);
    if (grade === 'broken') return;
    if (outcome !== 'accepted') return;
    const sent = Object.keys(exchange.sent.headers);
    const credential = sent.some((name) => /^(?:authorization|x-api-key)$/i.test(name));
    const word = credential ? 'with a credential header' : 'without a credential header';
    notebook.observes('5.6/header-credential', `${word}: accepted`, `${operation.title}: accepted ${word}`);
    notebook.observes(
      '4/header-parameters',
      'accepted without documented header parameters',
      `${operation.title}: accepted with no header that the document lists`,
    );
  },
};

function judgeTypes(view: View, type: string, notebook: Notebook): void {
  const { operation, outcome, exchange, received } = view;
  const declared = type === (operation.declares ?? type);
  const form = exchange.sent.encoding === 'form' && operation.declares === formType;
  const clause: ClauseId | undefined = form ? `${operation.section}/body-type/form` : undefined;
  if (outcome === 'accepted') {
    if (declared || type === formType) notebook.holds('4/body-type/usable');
    if (operation.id === 'redirect-payment') notebook.holds('4.3/body-layout');
    if (operation.id === 'cancel-subscription') notebook.holds('4.8/body-layout');
    if (clause !== undefined) notebook.holds(clause);
  } else if (received?.status === 415 && clause !== undefined && declared && view.grade !== 'broken') {
    notebook.breaks(clause, {
      kind: 'status',
      path: '',
      expected: say('type-understood', [], formType),
      received: say('status', [], 415),
    });
  }
}

/** Tells whether every core field is there; `odd` intent alone does not make a body wrong. */
function isComplete({ operation, request }: View): boolean {
  return operation.core.every((name) => Object.hasOwn(request, name));
}

/** The media type of a Content-Type header without parameters, lower case; `none` without a header. */
export function mediaTypeOf(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() || 'none';
}

function nestedStyle({ exchange, request }: View): string | undefined {
  const holdsObjects = Object.values(request).some((value) => isObject(value) || Array.isArray(value));
  if (!holdsObjects) return undefined;
  return /(?:%5B|\[)[^&=]*=/i.test(exchange.sent.body) ? 'names in brackets' : 'JSON text';
}
