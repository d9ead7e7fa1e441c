import { leftOut } from '../../schemas/left-out.ts';
import type { ClauseId, DocumentedOperationId } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import type { Signature } from '../../targets/wire-request.ts';
import type { Service } from './service.ts';
import { untilAnswered } from './until-answered.ts';
import { validBody } from './valid-body.ts';

/** One way to get the signature wrong, and the clause that a refusal obeys. */
export interface Tampering {
  readonly name: string;
  readonly clause: ClauseId;
  /** Null leaves the field out. */
  readonly signature: Signature | null;
}

const required = '5.1/signature-required';
const checked = '5.1/signature-checked';
const other = (digit: string | undefined) => (digit === '0' ? '1' : '0');

// Made of the right signature of the very request, so that one who compares a part of it takes some of them.
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
  { name: 'reversed', clause: checked, signature: (right) => [...right].reverse().join('') },
];

/** Sends the same kind of request with each wrong signature and judges each against the accepted control. */
export async function tamper(
  service: Service,
  { signing: { recipe } }: Pick<Target, 'signing'>,
  operation: DocumentedOperationId,
): Promise<void> {
  if (recipe === 'none' || recipe === 'fixed')
    service.cannot(`${leftOut.signer}, so no signature can be wrong`);
  const control = await untilAnswered(async () =>
    service.send(operation, await validBody(service, operation)),
  );
  for (const { name, clause, signature } of wrongSignatures) {
    const how = { intent: 'odd', signature, caseName: `signature ${name}` } as const;
    const probe = await untilAnswered(async () =>
      service.send(operation, await validBody(service, operation), how),
    );
    service.twin({ clause, control, probe, wants: 'refusal' });
  }
}

const strangers = [
  { name: 'unknown merchant', clause: '5.3/unknown-merchant', changed: { merchant_id: 'unknown-merchant' } },
  { name: 'unknown account', clause: '5.3/unknown-account', changed: { account_id: 'unknown-account' } },
] as const;

/** Sends the same kind of request for a merchant and for an account that nobody has, each against an accepted control. */
export async function impersonate(service: Service, operation: DocumentedOperationId): Promise<void> {
  const control = await untilAnswered(async () =>
    service.send(operation, await validBody(service, operation)),
  );
  for (const { name, clause, changed } of strangers) {
    const how = { intent: 'odd', asGenerated: true, caseName: name } as const;
    const probe = await untilAnswered(async () => {
      const made = await validBody(service, operation);
      return service.send(operation, { ...service.numbered(operation, made), ...changed }, how);
    });
    service.twin({ clause, control, probe, wants: 'refusal' });
    // An APM payment for somebody unknown names a record that is not found (7.6).
    if (operation === 'apm-payment')
      service.twin({ clause: '7.6/record-not-found', control, probe, wants: 'refusal' });
  }
}
