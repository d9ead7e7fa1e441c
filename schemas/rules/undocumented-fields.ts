import { documentedOperations } from '../operations.ts';
import { openName } from './open-name.ts';
import type { Rule } from './rule.ts';

const most = 50;

/** 2.14: members that the document does not name are free; their names and types are worth knowing. */
export const undocumentedFields: Rule = {
  name: 'undocumented-fields',
  clauses: ['2.14/undocumented-field', '2.14/near-spelling'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'answer',
  check({ checked, operation }, notebook) {
    if (checked === undefined) return;
    notebook.holds('2.14/near-spelling');
    // The inputs of a page have a clause of their own (4.3).
    if (operation.id === 'redirect-payment') return;
    for (const { pointer, name, type } of checked.undocumented.slice(0, most)) {
      const path = [
        ...pointer
          .split('/')
          .slice(1)
          .map((step) => (/^[0-9]+$/.test(step) ? '[]' : step)),
        openName(name),
      ]
        .join('.')
        .replaceAll('.[]', '[]');
      notebook.observes(
        '2.14/undocumented-field',
        `${path} (${type})`,
        `${operation.title}: ${path} is not documented`,
      );
    }
  },
};
