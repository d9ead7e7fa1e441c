import type { JsonObject } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import type { Reply } from '../reply.ts';
import { answerWith, pageWith } from './answers.ts';
import { fewRequests, type Misfit } from './misfit.ts';

/** Changes members of an object of the target file. */
function changing(name: string, change: JsonObject): (target: JsonObject) => JsonObject {
  return (target) => ({ ...target, [name]: { ...(target[name] as JsonObject), ...change } });
}

const wrongKey = changing('signing', { key: { env: 'CONFORMANCE_MISFIT_KEY' } });

/** Answers what is refused for its signature in a form of its own. */
function refusingSignatures(
  reply: (wire: ReturnType<typeof answerWith>) => Reply,
  wire: ReturnType<typeof answerWith>,
): Change {
  return (manner) => ({
    ...manner,
    refuse: (refusal, about) => (refusal.kind === 'signature' ? reply(wire) : manner.refuse(refusal, about)),
  });
}

const asText = ({ status, headers, body }: ReturnType<typeof answerWith>): Reply => ({
  form: 'text',
  status,
  accepted: false,
  contentType: headers['content-type'] ?? 'text/plain',
  text: String(body),
});

const signing = { exit: 3, kind: 'signing', key: 'signing.key', most: fewRequests } as const;

/** Target files that name a wrong key, recipe, merchant or account. */
export const callerMisfits: readonly Misfit[] = [
  {
    name: 'wrong-key',
    description: 'the target names another signing key; the service says so in each envelope',
    target: wrongKey,
    expects: signing,
  },
  {
    name: 'wrong-key-401',
    description: 'the target names another signing key; the service answers 401 without a reason',
    target: wrongKey,
    endpoint: {
      change: refusingSignatures(
        asText,
        answerWith(401, 'application/json', '{"code":"401","message":"Unauthorized"}'),
      ),
    },
    expects: signing,
  },
  {
    name: 'wrong-key-html',
    description: 'the target names another signing key; a gateway answers with a page',
    target: wrongKey,
    endpoint: { change: refusingSignatures(asText, pageWith(403, '403 Forbidden')) },
    expects: signing,
  },
  {
    name: 'wrong-key-empty',
    description: 'the target names another signing key; the service answers 400 with nothing',
    target: wrongKey,
    endpoint: { change: refusingSignatures(asText, answerWith(400, 'text/plain', '')) },
    expects: signing,
  },
  {
    name: 'wrong-recipe',
    description: 'the target signs with another recipe',
    target: changing('signing', {
      recipe: 'sha256-concat',
      fields: ['merchant_id', 'account_id', 'order_no', 'amount', 'currency'],
    }),
    expects: signing,
  },
  {
    name: 'no-recipe',
    description: 'the target signs nothing, and the service checks signatures',
    target: (target) => ({ ...target, signing: { recipe: 'none' } }),
    expects: { ...signing, key: 'signing.recipe' },
  },
  {
    name: 'wrong-merchant',
    description: 'the target names a merchant that does not exist',
    target: changing('merchant', { merchant_id: '100009' }),
    expects: { exit: 3, kind: 'merchant', key: 'merchant.merchant_id', most: fewRequests },
  },
  {
    name: 'wrong-account',
    description: 'the target names an account that does not exist',
    target: changing('merchant', { account_id: '100001009' }),
    expects: { exit: 3, kind: 'account', key: 'merchant.account_id', most: fewRequests },
  },
  {
    name: 'missing-credential',
    description: 'a gateway wants a credential in a header that the target does not name',
    endpoint: {
      treat: () =>
        answerWith(401, 'application/json', '{"error":"missing bearer token"}', {
          'www-authenticate': 'Bearer realm="gateway"',
        }),
    },
    expects: { exit: 3, kind: 'signing', key: 'headers', most: fewRequests },
  },
  {
    name: 'allow-too-small',
    description: 'the target allows only reads, and the run is about refunds',
    operation: 'refund',
    target: (target) => ({ ...target, allow: ['reads'] }),
    expects: { exit: 3, kind: 'allow', key: 'allow', most: 0 },
  },
];
