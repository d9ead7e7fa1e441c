import { say, sayValue } from '../findings/say.ts';
import { isObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import type { Rule } from './rule.ts';

const own = '4.8/inactived/own-answer';

/** 4.8, section 3: a cancelled subscription is `Inactived`; no field is given to the state (C-07). */
export const subscriptionState: Rule = {
  name: 'subscription-state',
  clauses: [own, '4.8/inactived/shown'],
  operations: ['cancel-subscription'],
  looksAt: 'answer',
  check({ answer, outcome, isForLater }, notebook) {
    if (outcome !== 'accepted' || isForLater) return;
    const { cancel_status } = answer;
    // A status of the call that names a state of the subscription speaks of that.
    const ofCall: (readonly [string, string])[] =
      typeof cancel_status === 'string' && saysRunning(cancel_status)
        ? [['cancel_status', cancel_status]]
        : [];
    const shown = [...ofCall, ...statesIn(answer)];
    if (shown.length === 0)
      notebook.observes(
        '4.8/inactived/shown',
        'not in the answer',
        'The answer to the cancellation has no status of the subscription',
      );
    if (shown.length > 0) notebook.holds(own);
    for (const [name, value] of shown) {
      const isRunning = saysRunning(value);
      if (isRunning || isOtherWord(name, value))
        notebook.breaks(own, {
          kind: 'value',
          path: name,
          expected: say('inactived'),
          received: sayValue(value),
          ...(isRunning ? {} : { atMost: 'warn' }),
        });
      else if (value.length <= 20)
        notebook.observes(
          '4.8/inactived/shown',
          `${name}=${value}`,
          `The answer to the cancellation shows ${name} ${value}`,
        );
    }
  },
};

// Words for a subscription that goes on, in whatever form: `Active`, `ACTIVATED`, `Not Inactived`, `running`.
const running =
  /^(?:(?:re|still |is[ _-]?)?activ|(?:is[ _-]?)?(?:running|ongoing|continuing|enabled|live|in[ _-]force)\b|(?:not|un|never)[ _-]?(?:in-?activ|cancel|ended|stopped|terminated))/i;

/** Tells a status that says the opposite of `Inactived`; codes say nothing, their meaning is not shown. */
export function saysRunning(value: string): boolean {
  return running.test(value.trim());
}

// Contracts that exist go on to the end of their period (section 3), and a plan or a mandate is not the subscription.
const about = '(?:subscri|recurr)[\\w.]*';
// A status without its own name is that of what the call was about; `account_status` is not.
const stateName = new RegExp(`^(?:status|state)$|${about}(?:status|state)$`, 'i');
const ofSubscription = new RegExp(about, 'i');
const flagName = new RegExp(`^(?:is_?)?active$|${about}active$`, 'i');
// What is cancelled may still go on to the end of a period, so "ended" is none of these.
const opposite = 'cancell?ed|inactived?';
const oppositeName = new RegExp(`^(?:is_?)?(?:${opposite})$|${about}(?:${opposite})$`, 'i');

/** Tells a status of the subscription in another word than the one that the document has for it (section 3). */
function isOtherWord(name: string, value: string): boolean {
  return (
    ofSubscription.test(name) && /\p{L}/u.test(value) && !/^(?:inactived?|true|false)$/i.test(value.trim())
  );
}

/** Tells the name of a member that may say whether a subscription goes on. */
export function namesState(name: string): boolean {
  return stateName.test(name) || flagName.test(name) || oppositeName.test(name);
}

/** What a flag says, be it a truth value or its name. */
function flagOf(value: JsonValue): boolean | undefined {
  return { true: true, false: false }[String(value).toLowerCase()];
}

/** States of the subscription in a listed order, which has its own status. */
export function statesOfOrder(order: JsonObject): readonly (readonly [string, string])[] {
  return statesIn(order).filter(([path]) => ofSubscription.test(path));
}

/** States of the subscription in the answer, texts and flags, also inside an object. */
export function statesIn(answer: JsonObject, above = ''): readonly (readonly [string, string])[] {
  return Object.entries(answer).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const path = `${above}${name}`;
    if (isObject(value)) return above === '' ? statesIn(value, `${path}.`) : [];
    const isOpposite = oppositeName.test(path);
    const flag = isOpposite || flagName.test(path) ? flagOf(value) : undefined;
    if (flag !== undefined) return [[path, flag !== isOpposite ? 'active' : 'inactive']];
    return typeof value === 'string' && stateName.test(path) ? [[path, value]] : [];
  });
}
