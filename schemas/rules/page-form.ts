import { validateStaticInputs } from '../contract.ts';
import { say, sayValue } from '../findings/say.ts';
import { addressOfForm, liesBelowVersion, liesOnCheckout } from '../judge/checkout-address.ts';
import { setMember } from '../media/member.ts';
import type { Notebook } from '../notebook.ts';
import { theFormsOf } from '../outcome.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import { openName } from './open-name.ts';
import type { Rule, View } from './rule.ts';

/** 2.8 as far as the static page shows it: one theForm, its action on the checkout path, the sixteen static inputs. */
export const pageForm: Rule = {
  name: 'page-form',
  clauses: [
    '2.8/theForm/present',
    '2.8/theForm/action',
    '2.8/theForm/action/host',
    '2.8/static-inputs/listed',
    '4.3/other-inputs',
  ],
  operations: ['redirect-payment'],
  looksAt: 'answer',
  check(view, notebook) {
    const [form, ...others] = theFormsOf(view.answer);
    if (form === undefined) return;
    if (others.length > 0) {
      notebook.breaks('2.8/theForm/present', {
        kind: 'count',
        path: 'theForm',
        expected: say('one-the-form'),
        received: say('forms-found', [], others.length + 1),
        atMost: 'warn',
      });
    }
    judgeAction(view, form, notebook);
    const inspection = validateStaticInputs(inputsOf(form));
    for (const { clause, kind, path, expected, received } of inspection.breaches) {
      notebook.breaks(clause, { kind, path: `theForm.${path}`, expected, received });
    }
    for (const clause of inspection.exercised) notebook.holds(clause);
    for (const { name } of inspection.undocumented.slice(0, 50)) {
      if (!Object.hasOwn(view.request, name))
        notebook.observes('4.3/other-inputs', openName(name), `theForm holds the input ${openName(name)}`);
    }
  },
};

/** The inputs of a form by name; of a repeated name the first counts, as with `allParams`. */
function inputsOf(form: JsonObject): JsonObject {
  const inputs: JsonObject = {};
  for (const input of Array.isArray(form.inputs) ? form.inputs : []) {
    const { name, value } = input as { name: string; value: JsonValue };
    if (name !== '' && !Object.hasOwn(inputs, name)) setMember(inputs, name, value);
  }
  return inputs;
}

function judgeAction(view: View, form: JsonObject, notebook: Notebook): void {
  const address = addressOfForm(form, view.answer, view.exchange.sent.url);
  if (liesOnCheckout(address)) {
    if (liesBelowVersion(address)) notebook.holds('2.8/theForm/action');
    else
      notebook.breaks('2.8/theForm/action', {
        kind: 'value',
        path: 'theForm.action',
        expected: say('checkout-address', [], view.operation.path),
        received: sayValue(form.action),
        atMost: 'warn',
      });
    observeHost(address, view.exchange.sent.url, notebook);
  } else {
    notebook.breaks('2.8/theForm/action', {
      kind: 'value',
      path: 'theForm.action',
      expected: say('checkout-address', [], view.operation.path),
      received: sayValue(form.action),
    });
  }
}

/** Whether the form leads to the host that was called; another one may be the service's as well, and a reader should know it. */
function observeHost(address: string, called: string, notebook: Notebook): void {
  const { protocol, host } = new URL(address);
  const scheme = protocol.replace(':', '');
  const where =
    URL.canParse(called) && new URL(called).host === host
      ? 'the host that was called'
      : `another host, ${openName(host)}`;
  notebook.observes(
    '2.8/theForm/action/host',
    `${where}, by ${scheme}`,
    `theForm leads to ${where}, by ${scheme}`,
  );
}
