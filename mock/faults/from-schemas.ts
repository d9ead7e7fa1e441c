import { cap, clauseOf } from '../../schemas/clauses.ts';
import { changeAt } from '../../schemas/json.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, Medium } from '../../schemas/types.ts';
import { onAnswer } from './alter.ts';
import type { Fault } from './fault.ts';
import { type Site, sitesOf } from './sites.ts';

const words: Record<Site['kind'], { readonly id: string; readonly text: string }> = {
  absent: { id: 'absent', text: 'is absent' },
  type: { id: 'wrong-type', text: 'has the wrong type' },
  shape: { id: 'off-shape', text: 'misses its shape' },
  sampled: { id: 'off-sample', text: 'differs from the shape that the samples show' },
};

/** One fault for every documented field of an answer that is absent, of the wrong type, or off its shape. */
export const schemaFaults: readonly Fault[] = documentedOperations
  .filter(({ answers }) => answers !== 'html')
  .flatMap(({ id, answers }) => sitesOf(id).flatMap((site) => faultAt(id, site, answers) ?? []));

function faultAt(operation: DocumentedOperationId, site: Site, medium: Medium): Fault | undefined {
  // An absence shows only where the field is; every other kind needs a value to spoil.
  const spoil = spoiling(site, medium);
  if (spoil === undefined) return undefined;
  const { evidence, id: clause } = clauseOf(site.clause);
  if (evidence === 'silent') return undefined;
  const verdict = cap(evidence, 'fail');
  const names = site.path.filter((step) => step !== '[]');
  const where = names.length === 0 ? 'answer' : names.join('.');
  return {
    id: [operation, ...names, ...(site.path.at(-1) === '[]' ? ['entry'] : []), words[site.kind].id]
      .join('-')
      .replaceAll('_', '-')
      .toLowerCase(),
    clause,
    operation,
    verdict: verdict === 'warn' ? 'warn' : 'fail',
    description: `${where} of the ${operationOf(operation).title.toLowerCase()} answer ${words[site.kind].text}`,
    change: onAnswer(
      operation,
      (answer) =>
        changeAt(answer, site.path, (value) => (value === undefined ? value : spoil(value))) as JsonObject,
    ),
  };
}

type Spoil = (value: JsonValue) => JsonValue | undefined;

function spoiling(site: Site, medium: Medium): Spoil | undefined {
  switch (site.kind) {
    case 'absent':
      return () => undefined;
    case 'type':
      return wrongType(site.types, medium);
    default:
      return () => site.misfits[0];
  }
}

function wrongType(types: readonly string[], medium: Medium): Spoil | undefined {
  // XML holds text or children, nothing else.
  if (medium === 'xml') return types.includes('object') ? undefined : (value) => ({ part: value });
  if (types.includes('string'))
    return (value) =>
      typeof value === 'string' && /^[0-9]{1,12}(?:\.[0-9]{1,4})?$/.test(value) ? Number(value) : 12;
  if (types.includes('integer')) return (value) => String(value);
  return types.includes('object') ? () => 'text' : () => ({});
}
