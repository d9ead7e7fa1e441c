import { answerOthers, answerPayment, type HostileService, startAnswering } from './hostile-service.ts';

/** Names transactions after the card. */
export const cardInTransaction: HostileService = {
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
