import type { Target } from '../../targets/target.ts';
import type { Finding, Suspicion } from '../case.ts';

/** Variables in which other programs look for a proxy. */
const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const;

// Their values may hold a password, so they are not repeated.
function unreadProxy({ proxy }: Target): string {
  const set = (name: string) => (process.env[name] ?? process.env[name.toLowerCase()] ?? '') !== '';
  const name = proxy === undefined ? proxyVariables.find(set) : undefined;
  return name === undefined
    ? ''
    : ` The variable ${name} is not read: where a proxy leads to the service, name it under "proxy".`;
}

/** What is wrong with an answer that broke off, by the words of the client that read it. */
function brokenWords(
  origin: string,
  reason: string,
  detail: string,
): Pick<Finding, 'says' | 'advice'> | undefined {
  if (/expected HTTP\/|invalid HTTP version|invalid status code/i.test(detail))
    return {
      says: `what listens at ${origin} does not speak HTTP`,
      advice: 'Put the host and the port of the interface into baseUrl: another kind of server is there.',
    };
  if (reason === 'too-large')
    return {
      says: `the answer of ${origin} is too large to be read (${detail})`,
      advice: 'See that baseUrl leads to the interface, then what its answer holds.',
    };
  return /does not match the HTTP|HEADERS_OVERFLOW|CONTENT_LENGTH_MISMATCH|decompress/.test(detail)
    ? {
        says: `the answer of ${origin} breaks the rules of HTTP`,
        advice: 'Mend the service, or what stands before it: its answer cannot be read.',
      }
    : undefined;
}

/** Nobody listens at the address, or the connection dies before an answer. */
export const unreachable: Suspicion = {
  kind: 'unreachable',
  explain({ main: { exchange }, accepted, target }) {
    const { received, sent } = exchange;
    if (received.kind !== 'none' || received.reason === 'timeout') return undefined;
    const { origin, protocol } = new URL(sent.url);
    const tunnel = /Proxy response \((\d{3})\)/.exec(received.detail)?.[1];
    if (tunnel !== undefined)
      return {
        key: 'proxy',
        says:
          tunnel === '407'
            ? 'the proxy asks for a login (407)'
            : `the proxy lets nothing through to ${origin} (${tunnel})`,
        advice:
          tunnel === '407'
            ? 'Put the login of the proxy under "proxy", or see that it is right.'
            : 'Ask who runs the proxy whether it may reach this address.',
      };
    if (accepted.size > 0)
      return {
        says: `${exchange.operation} gets no answer (${received.reason}), while the service answers others`,
        advice: 'Look into the log of the service at the time of this exchange.',
      };
    const broken = brokenWords(origin, received.reason, received.detail);
    if (broken !== undefined) return { key: 'baseUrl', ...broken };
    return {
      key: 'baseUrl',
      says:
        received.reason === 'unreachable'
          ? `the service at ${origin} cannot be reached (${/\bE[A-Z_]{4,}\b/.exec(received.detail)?.[0] ?? received.detail})`
          : `${origin} takes the connection and gives no whole answer (${received.reason})`,
      advice:
        received.reason === 'reset' && protocol === 'https:' && target.tls.clientCertificate === undefined
          ? 'See that host and port are right; a service that asks for a certificate of the caller ends a connection like this (tls.clientCertificate).'
          : `See that the service runs, and that host, port and proxy of the target file are right.${unreadProxy(target)}`,
    };
  },
};
