import { answerOthers, answerPayment, type HostileService, startAnswering } from './hostile-service.ts';

/** Answers with the order that was sent and an amount of its own. */
export const dearerAmounts: HostileService = {
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
