import { TLSSocket } from 'node:tls';
import type { ServiceFacts } from '../schemas/certification.ts';
import type { Cause } from '../schemas/opening.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import type { Target } from '../targets/target.ts';
import { connectBy } from '../targets/transport/route.ts';

const nameOf = (part: { readonly CN?: string | readonly string[] } | undefined) =>
  [part?.CN ?? []].flat().join(', ') || 'without a common name';

/** The TLS certificate of a service; undefined without https or a connection, and behind a proxy. Sends no request. */
export async function certificateOf(
  target: Pick<Target, 'baseUrl' | 'proxy' | 'tls'>,
): Promise<ServiceFacts['certificate']> {
  const { baseUrl, proxy, tls } = target;
  if (baseUrl?.startsWith('https:') !== true || proxy !== undefined) return undefined;
  const socket = await connectBy(baseUrl, tls).catch(() => undefined);
  if (!(socket instanceof TLSSocket)) return undefined;
  const { fingerprint256, subject, issuer, valid_to: validTo } = socket.getPeerCertificate();
  const protocol = socket.getProtocol() ?? 'unknown';
  socket.destroy();
  if (fingerprint256 === undefined) return undefined;
  return {
    sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    validTo,
    protocol,
  };
}

const dayMs = 86_400_000;

/** Formats milliseconds in the largest unit of which there are at least two, as in `3 days`. */
export function lengthOf(milliseconds: number): string {
  const units = [
    ['years', 365.25 * dayMs],
    ['days', dayMs],
    ['hours', 3_600_000],
    ['minutes', 60_000],
  ] as const;
  const [unit, size] = units.find(([, one]) => milliseconds >= 2 * one) ?? ['s', 1000];
  return `${Math.round(milliseconds / size)} ${unit}`;
}

/** The cause that the clocks differ by more than a day: the dates of reports, cards and certificates depend on them. */
export function clockCause(offsetMs: number | undefined, now: Date): Cause | undefined {
  if (offsetMs === undefined || Math.abs(offsetMs) <= dayMs) return undefined;
  const says = `the clock of this machine is ${lengthOf(Math.abs(offsetMs))} ${offsetMs < 0 ? 'ahead of' : 'behind'} that of the service`;
  return {
    kind: 'clock',
    says,
    sent: `requests at ${now.toISOString().slice(0, 10)} by this machine`,
    answered: `Date: ${new Date(now.getTime() + offsetMs).toUTCString()}`,
    advice:
      'Set the clock that is wrong: the dates of reports, known deviations, cards and certificates rest on it. No certificate is made before.',
  };
}

// `Date` has whole seconds (RFC 9110, 5.6.7), and an answer takes time to arrive.
const unsure = 1500;

/** Compares the clock of a service with ours; `now` returns our time in milliseconds. */
export function compareClocks(now: () => number = Date.now) {
  const offsets: number[] = [];
  return {
    /** Records an answer when it arrives. */
    note({ exchange: { received } }: JudgedExchange): void {
      const date = received.kind === 'answer' ? Date.parse(received.headers.date ?? '') : Number.NaN;
      if (!Number.isNaN(date)) offsets.push(date + 500 - now());
    },
    /** Milliseconds by which the service is ahead, in whole seconds; undefined if no answer had a `Date`. */
    offset(): number | undefined {
      const middle = offsets.toSorted((one, other) => one - other)[Math.floor(offsets.length / 2)];
      if (middle === undefined) return undefined;
      return Math.abs(middle) < unsure ? 0 : Math.round(middle / 1000) * 1000;
    },
  };
}
