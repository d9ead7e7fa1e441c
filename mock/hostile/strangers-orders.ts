import { answerOthers, answerPayment, type HostileService, startAnswering } from './hostile-service.ts';

/** Answers with orders, amounts and transactions of somebody else. */
export const strangersOrders: HostileService = {
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
