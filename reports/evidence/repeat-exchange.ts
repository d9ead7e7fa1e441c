import type { EvidenceExchange } from './lines.ts';

/** An exchange once more, under another id, of another test and to another address; what it sent and got is shared with the first. */
export function repeatExchange(
  first: EvidenceExchange,
  { id, origin, url }: Pick<EvidenceExchange, 'id' | 'origin'> & { readonly url: string },
): EvidenceExchange {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/';
  // Its value is read when somebody asks for it, and stays so.
  const sent = Object.defineProperties({} as EvidenceExchange['sent'], {
    ...Object.getOwnPropertyDescriptors(first.sent),
    url: { value: url, enumerable: true },
    path: { value: path, enumerable: true },
  });
  const { judgement } = first;
  return {
    ...first,
    id,
    origin,
    sent,
    judgement: {
      ...judgement,
      exchange: id,
      findings: judgement.findings.map((finding) => ({ ...finding, exchange: id })),
    },
  };
}
