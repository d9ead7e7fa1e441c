import { kinds } from './cases.ts';

/** A request that names an operation; the name itself is checked with a hint at the nearest one. */
export interface Named {
  readonly operation: string;
}

const operation = { type: 'string', maxLength: 100 } as const;
const seed = { type: 'integer', minimum: 0, maximum: 2_147_483_647 } as const;

/** Query of the documented fields. */
export const operationQuery = {
  schema: { querystring: { type: 'object', required: ['operation'], properties: { operation } } },
} as const;

/** Query of the list of cases. */
export const caseQuery = {
  schema: {
    querystring: {
      type: 'object',
      required: ['operation', 'kind'],
      properties: { operation, kind: { enum: kinds }, seed: { type: 'string', pattern: '^[0-9]{1,10}$' } },
    },
  },
} as const;

/** Body that asks for one case. */
export const caseWish = {
  schema: {
    body: {
      type: 'object',
      required: ['operation'],
      additionalProperties: false,
      properties: {
        operation,
        kind: { enum: kinds },
        case: { type: 'string', maxLength: 500 },
        seed,
        entries: { type: 'integer', minimum: 0, maximum: 1000 },
        orders: { enum: ['paid', 'unknown'] },
      },
    },
  },
} as const;

/** Body that sends a case, as it was shown or edited. */
export const sendWish = {
  schema: {
    body: {
      type: 'object',
      required: ['id', 'body'],
      additionalProperties: false,
      properties: { id: { type: 'string', maxLength: 20 }, body: { type: 'object' } },
    },
  },
} as const;
