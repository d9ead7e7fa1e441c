import { answerOthers, answerPayment, type HostileService, startAnswering } from './hostile-service.ts';

/** Names transactions after the card. */
const cardInTransaction: HostileService = {
  name: 'card-in-transaction',
  does: 'puts the card number into the transaction_id',
  operation: 'direct-payment',
  start: () =>
    startAnswering((asked, answer, number) =>
      asked.operation === 'direct-payment'
        ? answerPayment(answer, asked, { transaction_id: `T${number}-${String(asked.body.card)}` })
        : answerOthers(answer, asked),
    ),
};

/** Names transactions so that a terminal or a job log acts on them. */
const commandsInTransaction: HostileService = {
  name: 'commands-in-transaction',
  does: 'puts line ends, control signs and commands of a job log into the transaction_id',
  operation: 'direct-payment',
  start: () =>
    startAnswering((asked, answer, number) =>
      asked.operation === 'direct-payment'
        ? answerPayment(answer, asked, {
            transaction_id: `T${number}\u009b2J\u2028\u202e\nNothing is left behind.\n::error title=X::Y ##[error]Z`,
          })
        : answerOthers(answer, asked),
    ),
};

/** Answers with the order that was sent and an amount of its own. */
const dearerAmounts: HostileService = {
  name: 'dearer-amounts',
  does: 'answers each payment with another amount and currency than the one that was sent',
  operation: 'direct-payment',
  start: () =>
    startAnswering((asked, answer, number) =>
      asked.operation === 'direct-payment'
        ? answerPayment(answer, asked, { transaction_id: `TX-${number}`, amount: '9999.00', currency: 'KWD' })
        : answerOthers(answer, asked),
    ),
};

/** Gives every payment the same transaction. */
const oneTransaction: HostileService = {
  name: 'one-transaction',
  does: 'answers every payment with one and the same transaction_id',
  operation: 'direct-payment',
  start: () =>
    startAnswering((asked, answer) =>
      asked.operation === 'direct-payment'
        ? answerPayment(answer, asked, { transaction_id: 'TX-1' })
        : answerOthers(answer, asked),
    ),
};

/** Answers with orders, amounts and transactions of somebody else. */
const strangersOrders: HostileService = {
  name: 'strangers-orders',
  does: 'answers each payment with the order number, transaction, amount and currency of somebody else',
  operation: 'direct-payment',
  start: () =>
    startAnswering((asked, answer, number) =>
      asked.operation === 'direct-payment'
        ? answerPayment(answer, asked, {
            order_no: `VICTIM-ORDER-${number}`,
            transaction_id: `VICTIM-TX-${number}`,
            amount: '9999.00',
            currency: 'KWD',
          })
        : answerOthers(answer, asked),
    ),
};

/** Every hostile service, by name. */
export const hostileServices = {
  'strangers-orders': strangersOrders,
  'dearer-amounts': dearerAmounts,
  'one-transaction': oneTransaction,
  'card-in-transaction': cardInTransaction,
  'commands-in-transaction': commandsInTransaction,
} satisfies Record<string, HostileService>;

/** Name of a hostile service. */
export type HostileName = keyof typeof hostileServices;
