import { answerOthers, answerPayment, type HostileService, startAnswering } from './hostile-service.ts';

/** Names transactions so that a terminal or a job log acts on them. */
export const commandsInTransaction: HostileService = {
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
