import { findAcquirer } from '../acquirers/registry.ts';
import { findDialect } from '../dialects/registry.ts';
import { findFault } from '../faults/registry.ts';

function explained(part: string): readonly string[] {
  if (part === 'a change of its own')
    return [
      'It is changed in a way that has no name here; the page that was named when it started tells it.',
    ];
  const [kind = '', ...rest] = part.split('/');
  const name = rest.join('/');
  if (kind === 'faults') {
    const fault = findFault(name);
    if (fault === undefined) return [];
    const { operation, clause, verdict, description } = fault;
    return [`Fault ${name}, in ${operation}: ${description}. A run answers with ${verdict} of ${clause}.`];
  }
  if (kind === 'dialects') {
    const dialect = findDialect(name);
    return dialect === undefined ? [] : [`Variant ${name}. Why it conforms: ${dialect.reason}`];
  }
  const acquirer = kind === 'acquirers' ? findAcquirer(name) : undefined;
  if (acquirer === undefined) return [];
  return [
    `Acquirer ${name}: ${acquirer.description}`,
    ...acquirer.habits.map(({ insists, because }) => `${insists} Allowed, because: ${because}`),
  ];
}

/** What the manner of an endpoint means, in sentences: each fault, variant and acquirer in its name; none for a plain one. */
export function explainedManner(name: string): readonly string[] {
  return name.split(' with ').flatMap(explained);
}
