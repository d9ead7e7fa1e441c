import { documentedOperations } from '../operations.ts';
import type { Rule } from './rule.ts';

/** 5.1 against 2.7 and 2.10 (C-02): answers echo a value in encryption_data, or list none; which value is not shown. */
export const signatureEcho: Rule = {
  name: 'signature-echo',
  clauses: ['5.1/encryption_data/value', '5.1/encryption_data/echo'],
  operations: documentedOperations.map(({ id }) => id).filter((id) => id !== 'redirect-payment'),
  looksAt: 'answer',
  check({ request, answer, operation, outcome, comparable }, notebook) {
    if (outcome !== 'accepted' || !comparable) return;
    const { encryption_data: echoed } = answer;
    const word =
      echoed === undefined
        ? 'absent'
        : echoed === request.encryption_data
          ? 'the value sent'
          : 'another value';
    notebook.observes(
      '5.1/encryption_data/value',
      word,
      `${operation.title}: encryption_data of the answer is ${word}`,
    );
  },
};
