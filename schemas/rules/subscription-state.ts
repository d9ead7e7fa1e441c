import { say, sayValue } from '../findings/say.ts';
import { isObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../types.ts';
import type { Rule } from './rule.ts';

const own = '4.8/inactived/own-answer';

/** 4.8, section 3: a cancelled subscription is `Inactived`; the document names no field for the state (C-07). */
export const subscriptionState: Rule = {
  name: 'subscription-state',
  clauses: [own, '4.8/inactived/shown'],
  operations: ['cancel-subscription'],
  looksAt: 'answer',
  check({ answer, outcome, isForLater }, recorder) {
    if (outcome !== 'accepted' || isForLater) return;
    const { cancel_status } = answer;
    // A cancel_status that names a subscription state counts as that state.
    const ofCall: (readonly [string, string])[] =
      typeof cancel_status === 'string' && saysRunning(cancel_status)
        ? [['cancel_status', cancel_status]]
        : [];
    const shown = [...ofCall, ...statesIn(answer)];
    if (shown.length === 0)
      recorder.observes(
        '4.8/inactived/shown',
        'not in the answer',
        'The answer to the cancellation has no status of the subscription',
      );
    if (shown.length > 0) recorder.holds(own);
    for (const [name, value] of shown) {
      const isRunning = saysRunning(value);
      if (isRunning || isOtherWord(name, value))
        recorder.breaks(own, {
          kind: 'value',
          path: name,
          expected: say('inactived'),
          received: sayValue(value),
          ...(isRunning ? {} : { atMost: 'warn' }),
        });
      else if (value.length <= 20)
        recorder.observes(
          '4.8/inactived/shown',
          `${name}=${value}`,
          `The answer to the cancellation shows ${name} ${value}`,
        );
    }
  },
};

// Words for a running subscription, in any form: `Active`, `ACTIVATED`, `Not Inactived`, `running`.
const running =
  /^(?:(?:re|still |is[ _-]?)?activ|(?:is[ _-]?)?(?:running|ongoing|continuing|enabled|live|in[ _-]force)\b|(?:not|un|never)[ _-]?(?:in-?activ|cancel|ended|stopped|terminated))/i;

/** Returns whether a status means the opposite of `Inactived`; the meaning of codes is not documented. */
export function saysRunning(value: string): boolean {
  return running.test(value.trim());
}

// Contracts continue to the end of their period (section 3), and a plan or mandate is not the subscription.
const about = '(?:subscri|recurr)[\\w.]*';
// A plain `status` is that of the request's subject; `account_status` is not.
const stateName = new RegExp(`^(?:status|state)$|${about}(?:status|state)$`, 'i');
const ofSubscription = new RegExp(about, 'i');
const flagName = new RegExp(`^(?:is_?)?active$|${about}active$`, 'i');
// A cancelled subscription may continue to the end of its period, so "ended" is not included.
const opposite = 'cancell?ed|inactived?';
const oppositeName = new RegExp(`^(?:is_?)?(?:${opposite})$|${about}(?:${opposite})$`, 'i');

/** True if a subscription status uses another word than the document (section 3). */
function isOtherWord(name: string, value: string): boolean {
  return (
    ofSubscription.test(name) && /\p{L}/u.test(value) && !/^(?:inactived?|true|false)$/i.test(value.trim())
  );
}

/** Returns whether a member name may hold the state of a subscription. */
export function namesState(name: string): boolean {
  return stateName.test(name) || flagName.test(name) || oppositeName.test(name);
}

/** The value of a flag, given as boolean or text; undefined for other values. */
function flagOf(value: JsonValue): boolean | undefined {
  return { true: true, false: false }[String(value).toLowerCase()];
}

/** States of the subscription in a listed order, apart from the status of the order. */
export function statesOfOrder(order: JsonObject): readonly (readonly [string, string])[] {
  return statesIn(order).filter(([path]) => ofSubscription.test(path));
}

/** States of the subscription in the answer, as texts or flags, at the top or one level below. */
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
