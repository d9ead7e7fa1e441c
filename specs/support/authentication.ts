import { skipReasons } from '../../schemas/skip-reasons.ts';
import type { ClauseId, DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import { untilDecided, withRetries } from './retries.ts';
import type { Service } from './service.ts';
import { validBody } from './valid-body.ts';

/** One kind of wrong signature, and the clause that requires its refusal. */
export interface Tampering {
  readonly name: string;
  readonly clause: ClauseId;
  /** Derives the wrong signature from the right one and from that of another request; null leaves the field out. */
  readonly signature: ((right: string, another: string) => string) | '' | null;
}

const required = '5.1/signature-required';
const checked = '5.1/signature-checked';
const other = (digit: string | undefined) => (digit === '0' ? '1' : '0');
const reversed = (text: string) => [...text].reverse().join('');

// Derived from the right signature of the request, so that a service that compares only a part accepts some.
const wrongSignatures: readonly Tampering[] = [
  { name: 'missing', clause: required, signature: null },
  { name: 'empty', clause: required, signature: '' },
  { name: 'short', clause: checked, signature: (right) => right.slice(0, -1) },
  { name: 'not hexadecimal', clause: checked, signature: (right) => `${right.slice(0, -1)}z` },
  {
    name: 'one digit changed',
    clause: checked,
    signature: (right) => right.slice(0, -1) + other(right.at(-1)),
  },
  { name: 'first digit changed', clause: checked, signature: (right) => other(right[0]) + right.slice(1) },
  // A service that remembers signatures may accept this one for any request. Searches all have the same signature.
  {
    name: 'of another request',
    clause: checked,
    signature: (right, another) => (another === right ? reversed(right) : another),
  },
];

/** Sends a request, or a given body as it is, with each wrong signature and judges each against an accepted control. */
export async function tamper(
  service: Service,
  { signing: { recipe } }: Pick<Target, 'signing'>,
  operation: DocumentedOperationId,
  given?: JsonObject,
): Promise<void> {
  if (recipe === 'none' || recipe === 'fixed')
    service.cannot(`${skipReasons.signer}, so no signature can be wrong`);
  const make = async (by: Service) => given ?? validBody(by, operation);
  const asGenerated = given !== undefined;
  let another = '';
  const noting = (right: string) => {
    another = right;
    return right;
  };
  const send = () =>
    untilDecided(async () =>
      service.send(operation, await make(service), { signature: noting, asGenerated }),
    );
  const control = await send();
  const probes = await service.beside(wrongSignatures, async (own, { name, clause, signature: made }) => {
    const signature = typeof made === 'function' ? (right: string) => made(right, another) : made;
    const how = { intent: 'odd', signature, caseName: `signature ${name}`, asGenerated } as const;
    const probe = await withRetries(async () => own.send(operation, await make(own), how));
    return { clause, probe, wants: 'refusal' } as const;
  });
  await service.twins({ control, probes, again: send });
}

const unknownParties = [
  { name: 'unknown merchant', clause: '5.3/unknown-merchant', changed: { merchant_id: 'unknown-merchant' } },
  { name: 'unknown account', clause: '5.3/unknown-account', changed: { account_id: 'unknown-account' } },
] as const;

/** Sends requests for an unknown merchant and an unknown account, each judged against an accepted control. */
export async function impersonate(service: Service, operation: DocumentedOperationId): Promise<void> {
  const send = () => untilDecided(async () => service.send(operation, await validBody(service, operation)));
  const control = await send();
  const probes = await service.beside(unknownParties, async (own, { name, clause, changed }) => {
    const probe = await withRetries(async () => {
      const made = await validBody(own, operation);
      const body = { ...own.numbered(operation, made), ...changed };
      return own.send(operation, body, { intent: 'odd', asGenerated: true, caseName: name });
    });
    const one = { clause, probe, wants: 'refusal' } as const;
    // An APM payment for an unknown party names a record that is not found (7.6).
    return operation === 'apm-payment' ? [one, { ...one, clause: '7.6/record-not-found' as const }] : [one];
  });
  await service.twins({ control, probes: probes.flat(), again: send });
}
