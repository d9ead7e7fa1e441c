import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { ServiceFacts } from '../schemas/certification.ts';
import { given } from '../schemas/given.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import type { Target } from '../targets/target.ts';
import { connectionOptions } from '../targets/transport/certificates.ts';

/** Longest wait for a connection, in milliseconds. */
const patience = 10_000;

const nameOf = (part: { readonly CN?: string | readonly string[] } | undefined) =>
  [part?.CN ?? []].flat().join(', ') || 'without a common name';

/** The certificate that a service shows over https; undefined without https, behind a proxy, and where no connection comes about. Nothing is sent. */
export async function certificateOf({
  baseUrl,
  proxy,
  tls,
}: Pick<Target, 'baseUrl' | 'proxy' | 'tls'>): Promise<ServiceFacts['certificate']> {
  if (baseUrl === undefined || proxy !== undefined || !baseUrl.startsWith('https:')) return undefined;
  const { hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connect({ ...connectionOptions(tls), host, port: Number(port) || 443, ...name });
    const end = (shown?: ServiceFacts['certificate']) => {
      socket.destroy();
      resolve(shown);
    };
    socket.setTimeout(patience, () => end());
    socket.once('error', () => end());
    socket.once('secureConnect', () => {
      const { fingerprint256, subject, issuer, valid_to: validTo } = socket.getPeerCertificate();
      if (fingerprint256 === undefined) return end();
      end({
        sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
        subject: nameOf(subject),
        issuer: nameOf(issuer),
        validTo,
        protocol: socket.getProtocol() ?? 'unknown',
      });
    });
  });
}

/** Compares the clock of a service with ours, answer by answer. */
export interface ClockComparison {
  /** Takes an answer at the moment when it has come. */
  note(judged: JudgedExchange): void;
  /** Milliseconds by which the service is ahead, in whole seconds; undefined where no answer had a `Date`. */
  offset(): number | undefined;
}

// `Date` has whole seconds (RFC 9110, 5.6.7), and an answer is on its way for a while.
const unsure = 1500;

/** Starts a comparison of clocks; `now` is our own, in milliseconds. */
export function compareClocks(now: () => number = Date.now): ClockComparison {
  const offsets: number[] = [];
  return {
    note({ exchange: { received } }) {
      const date = received.kind === 'answer' ? Date.parse(received.headers.date ?? '') : Number.NaN;
      if (!Number.isNaN(date)) offsets.push(date + 500 - now());
    },
    offset() {
      const middle = offsets.toSorted((one, other) => one - other)[Math.floor(offsets.length / 2)];
      if (middle === undefined) return undefined;
      return Math.abs(middle) < unsure ? 0 : Math.round(middle / 1000) * 1000;
    },
  };
}

/** What the connection to a service showed; undefined when it showed nothing. */
export function serviceFacts(
  certificate: ServiceFacts['certificate'],
  clock: ClockComparison,
): ServiceFacts | undefined {
  const facts = given({ certificate, clockOffsetMs: clock.offset() });
  return Object.keys(facts).length === 0 ? undefined : facts;
}
