import { operationOf } from '../../../schemas/operations.ts';
import { table } from '../../../schemas/table.ts';
import { type Habit, objecting } from '../habit.ts';

const encodings: Readonly<Record<string, string>> = table({
  'application/json': 'json',
  'application/xml': 'xml',
  'application/x-www-form-urlencoded': 'form',
});

/** Bodies come in the declared type of the operation, where one is declared. */
export const declaredTypesOnly: Habit = {
  insists:
    'Redirect payments and subscription cancellations come as XML, batches, APM payments and payouts as JSON, searches as forms; a direct payment comes as it likes.',
  because:
    '4.2 to 4.11 declare these body types; the header of the sample commands differs from them (C-01).',
  change: objecting(({ operation, encoding }) => {
    const { declares } = operationOf(operation);
    return declares === undefined || encodings[declares] === encoding
      ? undefined
      : `the body is written as ${encoding}, and ${declares} is expected`;
  }, 'schema'),
};
