import { given } from '../../schemas/given.ts';
import type { EvidenceExchange, RepeatedExchange } from './lines.ts';
import { type Moved, movedText } from './moved.ts';

// Its body may lie on disk, and is read when somebody asks for it.
function movedPage({ operation, received }: EvidenceExchange, moved: Moved): EvidenceExchange['received'] {
  if (operation !== 'redirect-payment' || received.kind !== 'answer') return received;
  return Object.defineProperties({} as typeof received, {
    ...Object.getOwnPropertyDescriptors(received),
    body: { get: () => movedText(received.body, moved), enumerable: true },
  });
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
  // Its value is read when somebody asks for it, and stays so.
  const sent = Object.defineProperties({} as EvidenceExchange['sent'], {
    ...Object.getOwnPropertyDescriptors(first.sent),
    url: { value: url, enumerable: true },
    path: { value: path, enumerable: true },
  });
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
