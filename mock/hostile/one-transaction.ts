import { answerOthers, answerPayment, type HostileService, startAnswering } from './hostile-service.ts';

/** Gives every payment the same transaction. */
export const oneTransaction: HostileService = {
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
