import { isObject } from '../../schemas/json.ts';
import { wording } from '../manner.ts';
import { plainManner } from '../plain.ts';
import { onAnswer, onEntry, onMember, without } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';

const operation = 'cancel-subscription';

/** Deviations of the subscription's end (2.12, 4.8). */
export const subscriptionFaults: readonly Fault[] = [
  ...planted({
    'cancel-subscription-answers-active': {
      clause: '4.8/inactived/own-answer',
      description: 'a successful cancellation says that the subscription is active',
      verdict: 'fail',
      change: onAnswer(operation, (value) =>
        value.cancel_status === '1' ? { ...value, recurring_status: 'Actived' } : value,
      ),
    },
  }),
  ...(
    [
      ['running', { status: 'Running' }],
      ['flag', { active: true }],
      ['flag-as-text', { is_active: 'true' }],
      ['opposite-flag', { cancelled: false }],
      ['not-cancelled', { subscription: { state: 'not cancelled' } }],
    ] as const
  ).map(([id, state]) =>
    plant({
      id: `cancel-subscription-answers-${id}`,
      clause: '4.8/inactived/own-answer',
      operation,
      description: `a successful cancellation answers ${JSON.stringify(state)}`,
      verdict: 'fail',
      change: onAnswer(operation, (value) => (value.cancel_status === '1' ? { ...value, ...state } : value)),
    }),
  ),
  ...planted({
    'query-shows-cancelled-subscription-active': {
      clause: '4.8/inactived/later-query',
      description: 'a later query shows the cancelled subscription as running',
      rare: true,
      change: wording({ recurring: { active: plainManner.words.recurring.active, inactive: 'Active' } }),
    },
    'query-shows-cancelled-subscription-active-beside': {
      clause: '4.8/inactived/later-query',
      description: 'a later query shows the cancelled subscription as active, under another name',
      rare: true,
      change: onEntry('query', (entry) => {
        const { subscription_result: subscription } = entry;
        if (!isObject(subscription) || subscription.recurring_status !== plainManner.words.recurring.inactive)
          return entry;
        const { recurring_status: _, ...others } = subscription;
        return { ...entry, subscription_result: others, subscription_status: 'Active' };
      }),
    },
    'cancel-subscription-status-as-number-without-name': {
      clause: '2.12/contract_name/present',
      description: 'a successful cancellation has no contract_name, and its status is a number',
      change: onAnswer(operation, (value) =>
        value.cancel_status === '1' ? { ...without(value, 'contract_name'), cancel_status: 1 } : value,
      ),
    },
    'cancel-subscription-status-as-number': {
      clause: '2.12/values/string',
      description: 'cancel_status is a number',
      change: onMember(operation, 'cancel_status', (text) => Number(text)),
    },
    'cancel-subscription-error-as-null': {
      clause: '7.4/error_message/present',
      description: 'error_message is null',
      change: onAnswer(operation, (value) => ({ ...value, error_message: null })),
    },
    'cancel-subscription-other-recurring-id-as-number': {
      clause: '2.12/recurring_id/identity',
      description: 'the answer names another recurring_id than the request, as a number',
      change: onAnswer(operation, (value) => ({ ...value, recurring_id: 4711 })),
    },
    'cancel-subscription-recurring-id-as-null': {
      clause: '2.12/recurring_id/present',
      description: 'a successful cancellation answers null as its recurring_id',
      change: onAnswer(operation, (value) => ({ ...value, recurring_id: null })),
    },
  }),
];
