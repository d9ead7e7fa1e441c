import { isObject } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { onAnswer, onEntry, without, wording } from '../behaviour.ts';
import { plainBehaviour } from '../plain.ts';
import { type Fault, faultFrom, faultsAt, planted } from './fault.ts';

const operation = 'cancel-subscription';

const onSuccess = (change: (value: JsonObject) => JsonObject) =>
  onAnswer(operation, (value) => (value.cancel_status === '1' ? change(value) : value));

/** Additional members of a successful cancellation that contradict it. */
const states = {
  running: { status: 'Running' },
  flag: { active: true },
  'flag-as-text': { is_active: 'true' },
  'opposite-flag': { cancelled: false },
  'not-cancelled': { subscription: { state: 'not cancelled' } },
};

/** Deviations of the subscription cancellation (2.12, 4.8). */
export const subscriptionFaults: readonly Fault[] = [
  faultFrom({
    id: 'cancel-subscription-answers-active',
    clause: '4.8/inactived/own-answer',
    description: 'a successful cancellation says that the subscription is active',
    change: onSuccess((value) => ({ ...value, recurring_status: 'Actived' })),
  }),
  ...Object.entries(states).map(([id, state]) =>
    faultFrom({
      id: `cancel-subscription-answers-${id}`,
      clause: '4.8/inactived/own-answer',
      description: `a successful cancellation answers ${JSON.stringify(state)}`,
      change: onSuccess((value) => ({ ...value, ...state })),
    }),
  ),
  ...planted({
    'query-shows-cancelled-subscription-active': {
      clause: '4.8/inactived/later-query',
      description: 'a later query shows the cancelled subscription as running',
      rare: true,
      change: wording({ recurring: { active: plainBehaviour.words.recurring.active, inactive: 'Active' } }),
    },
    'query-shows-cancelled-subscription-active-beside': {
      clause: '4.8/inactived/later-query',
      description: 'a later query shows the cancelled subscription as active, under another name',
      rare: true,
      change: onEntry('query', (entry) => {
        const { subscription_result: subscription } = entry;
        if (
          !isObject(subscription) ||
          subscription.recurring_status !== plainBehaviour.words.recurring.inactive
        )
          return entry;
        const { recurring_status: _, ...others } = subscription;
        return { ...entry, subscription_result: others, subscription_status: 'Active' };
      }),
    },
    'cancel-subscription-status-as-number-without-name': {
      clause: '2.12/contract_name/present',
      description: 'a successful cancellation has no contract_name, and its status is a number',
      change: onSuccess((value) => ({ ...without(value, 'contract_name'), cancel_status: 1 })),
    },
  }),
  ...faultsAt(operation, 'cancel_status', {
    'cancel-subscription-status-as-number': ['2.12/values/string', 'is a number', (text) => Number(text)],
  }),
  ...faultsAt(operation, 'error_message', {
    'cancel-subscription-error-as-null': ['7.4/error_message/present', 'is null', () => null],
  }),
  ...faultsAt(operation, 'recurring_id', {
    'cancel-subscription-other-recurring-id-as-number': [
      'identity',
      'of the answer is not that of the request, and a number',
      () => 4711,
    ],
    'as-null': ['present', 'of a successful cancellation is null', () => null],
  }),
];
