import type { ClauseId, JsonObject } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import { textOf } from '../operations/request-member.ts';
import { onAnswer, onText } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const operation = 'direct-payment';

const isDeclined = ({ result_info }: JsonObject): boolean => !String(result_info).startsWith('0000');

const whereDeclined = (change: (value: JsonObject, request: JsonObject) => JsonObject): Change =>
  onAnswer(operation, (value, { request }) => (isDeclined(value) ? change(value, request) : value));

const fault = (id: string, clause: ClauseId, description: string, change: Change): Fault =>
  plant({
    id: `direct-payment-declined-${id}`,
    rare: true,
    clause,
    operation,
    description,
    change,
  });

/** Deviations of declined card payments alone (2.6): what is approved is answered as documented. */
export const declinedPaymentFaults: readonly Fault[] = [
  fault(
    'amount-changed',
    '2.6/amount/echo',
    'a declined payment is answered with the amount 0.00',
    whereDeclined((value) => ({ ...value, amount: '0.00' })),
  ),
  fault(
    'card-in-clear',
    '2.6/card/in-clear',
    'a declined payment is answered with the whole card number',
    whereDeclined((value, request) => ({ ...value, card: textOf(request, 'card') })),
  ),
  fault(
    'malformed',
    '1.4/xml/well-formed',
    'the answer to a declined payment goes on after its root',
    onText(operation, (text) => (/<result_info>0000/.test(text) ? text : `${text}-- declined`)),
  ),
];
