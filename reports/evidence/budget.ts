import type { EvidenceExchange } from './lines.ts';

/**
 * Bounds of `exchanges.ndjson`, in characters. Up to `plain` exchanges are written as they are; up to `packed` they are
 * packed in blocks; beyond it only exchanges with findings keep their bodies, up to `last`. What was judged of an
 * exchange is never left out.
 */
export const evidenceBounds = {
  plain: 4 * 1024 * 1024,
  packed: 14 * 1024 * 1024,
  last: 16 * 1024 * 1024,
} as const;

/** How the next exchange is written, given what is written already. */
export function writingOf(exchange: EvidenceExchange, written: number): 'plain' | 'packed' | 'bare' {
  if (written < evidenceBounds.plain) return 'plain';
  if (written < evidenceBounds.packed) return 'packed';
  return exchange.judgement.findings.length > 0 && written < evidenceBounds.last ? 'packed' : 'bare';
}

/** The exchange without its bodies; `shortened` says how long they were. */
export function withoutBodies(exchange: EvidenceExchange): EvidenceExchange {
  const { page: _, ...rest } = exchange;
  const { sent, received } = exchange;
  return {
    ...rest,
    sent: { ...sent, body: '', value: null, shortened: sent.shortened ?? { length: sent.body.length } },
    received:
      received.kind === 'none'
        ? received
        : { ...received, body: '', shortened: received.shortened ?? { length: received.body.length } },
  };
}
