import { given } from '../../schemas/given.ts';
import type { EvidenceExchange, RepeatedExchange } from './lines.ts';
import { type Moved, movedText } from './moved.ts';

function movedPage({ operation, received }: EvidenceExchange, moved: Moved): EvidenceExchange['received'] {
  if (operation !== 'redirect-payment' || received.kind !== 'answer') return received;
  return { ...received, body: movedText(received.body, moved) };
}

/**
 * An exchange once more, under another id, of another test and to another address; what it sent and got is shared with the
 * first, but for the addresses in a page.
 */
export function repeatExchange(
  first: EvidenceExchange,
  { id, origin, times, moved }: Pick<RepeatedExchange, 'id' | 'origin' | 'times' | 'moved'>,
): EvidenceExchange {
  const url = first.sent.url.replace(...moved);
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';
  const sent = { ...first.sent, url, path };
  // When the first one was sent says nothing of this one.
  const { judgement, times: _, ...rest } = first;
  return {
    ...rest,
    id,
    origin,
    ...given({ times }),
    sent,
    received: movedPage(first, moved),
    judgement: {
      ...judgement,
      exchange: id,
      findings: judgement.findings.map((finding) => ({ ...finding, exchange: id })),
    },
  };
}
