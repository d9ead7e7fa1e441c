import { onTestFinished } from 'vitest';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { batchOf } from '../../generators/orders.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { startMock } from '../../mock/server.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { type Channel, createSender } from '../../targets/sending/sender.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import type { Transport } from '../../targets/transport/client.ts';
import { emptyFolder } from './command.ts';

/** The key that the embedded endpoint of these tests checks. */
export const practiceKey = 'key-of-the-command-tests';

/** Sends with the platform's own client. */
export const fetchTransport: Transport = async ({ method, url, headers, body }) => {
  const answer = await fetch(url, { method, headers, body });
  return {
    kind: 'answer',
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: new Uint8Array(await answer.arrayBuffer()),
    durationMs: 1,
  };
};

/** An embedded endpoint with a client that signs for its merchant. */
export interface Practice {
  readonly url: string;
  readonly target: Target;
  readonly context: MakeContext;
  /** A client of the endpoint, or of an address in front of it; what it exchanges is kept in `seen`. */
  clientAt(url: string): Pick<Channel, 'send'>;
  readonly seen: JudgedExchange[];
}

/** Starts an embedded endpoint for one test. */
export async function practise(fault?: string): Promise<Practice> {
  const mock = await startMock({
    signing: { recipe: 'hmac-sha256', key: practiceKey },
    ...(fault === undefined ? {} : { fault }),
  });
  onTestFinished(() => mock.close());
  const loaded = loadTarget(embeddedTargetFile(), { CONFORMANCE_MOCK_KEY: practiceKey });
  const signer = await createSigner(loaded);
  const seen: JudgedExchange[] = [];
  const { merchant_id, account_id } = loaded.merchant;
  return {
    url: mock.url,
    target: { ...loaded, baseUrl: mock.url },
    context: {
      ...defaultContext,
      merchant_id,
      account_id,
      cards: loaded.cards.filter(({ outcome = 'approve' }) => outcome === 'approve'),
    },
    clientAt: (url) =>
      createSender({
        signer,
        transport: fetchTransport,
        record: (judged) => seen.push(judged),
        settings: {
          target: { ...loaded, baseUrl: url },
          seed: 3,
          out: emptyFolder(),
          runner: 1,
          runId: 'left',
        },
      }),
    seen,
  };
}

/** Pays, refunds, queries and asks with a wrong signature: a merchant's day in four calls. */
export async function shop({ clientAt, context, seen }: Practice, url: string): Promise<void> {
  const client = clientAt(url);
  const origin = (ordinal: number) => ({ origin: { test: 'shop', ordinal } });
  const envelope = { merchant_id: context.merchant_id, account_id: context.account_id };
  const [made] = sample(validRequest('direct-payment', context, 'minimal'), 5, 1);
  await client.send('direct-payment', made?.body ?? {}, origin(0));
  const sent = made?.body ?? {};
  const answer = seen.at(-1)?.judgement.answer as { respon: Record<string, string> };
  const { transaction_id = '' } = answer.respon;
  const order = {
    transaction_id,
    order_no: String(sent.order_no),
    currency: String(sent.currency),
    amount: String(sent.amount),
  };
  await client.send('refund', batchOf('refund', [order], context, 5).body, origin(1));
  await client.send('query', envelope, origin(2));
  await client.send('query', envelope, { ...origin(3), signature: 'f'.repeat(64), intent: 'odd' });
}
