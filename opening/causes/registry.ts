import { type CauseKind, causeKinds } from '../../schemas/opening.ts';
import type { Suspicion } from '../case.ts';
import { account } from './account.ts';
import { answersAlike } from './answers-alike.ts';
import { baseUrl } from './base-url.ts';
import { cards } from './cards.ts';
import { certificate } from './certificate.ts';
import { currencies } from './currencies.ts';
import { encodings } from './encodings.ts';
import { maintenance } from './maintenance.ts';
import { merchant } from './merchant.ts';
import { notTheService } from './not-the-service.ts';
import { order } from './order.ts';
import { rateLimit } from './rate-limit.ts';
import { redirect } from './redirect.ts';
import { refused } from './refused.ts';
import { registeredAddress } from './registered-address.ts';
import { scheme } from './scheme.ts';
import { signing } from './signing.ts';
import { timeOut } from './time-out.ts';
import { unreachable } from './unreachable.ts';

/** Every kind of cause that an answer can show, in the order in which they are thought of: by looks first, then by twins. */
const byKind = {
  certificate,
  scheme,
  'time-out': timeOut,
  unreachable,
  'rate-limit': rateLimit,
  maintenance,
  redirect,
  'not-the-service': notTheService,
  'base-url': baseUrl,
  'registered-address': registeredAddress,
  order,
  // Before a part of the caller is blamed for what everybody is answered.
  signing: [answersAlike, signing],
  merchant,
  account,
  encodings,
  currencies,
  cards,
  refused,
} as const satisfies Record<Exclude<CauseKind, 'allow' | 'prerequisite'>, Suspicion | readonly Suspicion[]>;

/** The suspicions in the order in which they are thought of. */
export const suspicions: readonly Suspicion[] = Object.values(byKind).flat();

/** Causes that lie in how the target is described or reached, so that no answer to our requests tells of the service. */
export const ownCauses: ReadonlySet<CauseKind> = new Set(causeKinds.filter((kind) => kind !== 'refused'));
