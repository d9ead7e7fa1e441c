import type { Statement } from '../statement/format.ts';
import { plural } from './html.ts';
import { whyRehearsal } from './rehearsal.ts';
import { isPast } from './validity.ts';

/** What a reader has to know before the result counts: a headline and a sentence. */
export interface Notice {
  readonly title: string;
  readonly says: string;
}

function suiteNotice({ suite }: Statement): readonly Notice[] {
  const { changed, commit } = suite;
  if (changed !== undefined && changed.length > 0) {
    const files = plural(changed.length, 'file');
    const says = `${files} of the suite ${changed.length === 1 ? 'is' : 'are'} not as commit ${commit.replace(/-dirty$/, '')} has ${changed.length === 1 ? 'it' : 'them'}; they are listed under "Scope". What they judge is not what the release judges.`;
    return [{ title: 'The suite was modified', says }];
  }
  if (changed !== undefined && commit !== 'unknown') return [];
  return [
    {
      title: 'The suite cannot be told',
      says: 'Its commit or its files could not be compared with a release.',
    },
  ];
}

function validityNotice({ certification, run }: Statement): readonly Notice[] {
  const { validUntil } = certification ?? {};
  if (validUntil === undefined)
    return [{ title: 'No end of validity', says: 'The last day of validity is not stated.' }];
  if (!isPast(validUntil, run.endedAt)) return [];
  return [
    { title: 'Expired', says: `It was valid until ${validUntil}, which lies before the end of the run.` },
  ];
}

/** Whether what was sent to a target was encrypted on its way. */
export function isSecure({ baseUrl }: Statement['target']): boolean {
  return /^https:/i.test(baseUrl);
}

function transportNotice({ target }: Statement): readonly Notice[] {
  if (isSecure(target) || target.environment === 'embedded') return [];
  return [
    {
      title: 'Without TLS',
      says: 'The service was reached over plain http: card data and keys could be read on the way, and nothing shows which service answered.',
    },
  ];
}

function documentNotice({ document }: Statement): readonly Notice[] {
  if (document !== undefined) return [];
  return [
    {
      title: 'No document',
      says: 'No copy of the interface document was named with --document, so its digest is not stated.',
    },
  ];
}

/** Everything that makes a statement less than a certificate, gravest first; empty for one that a certification body may sign as it is. */
export function noticesOf(statement: Statement): readonly Notice[] {
  const { certification, target } = statement;
  const rehearsal = whyRehearsal(statement);
  const tester = certification?.tester;
  return [
    ...(rehearsal.length === 0
      ? []
      : [{ title: 'Rehearsal', says: `This is no certification: ${rehearsal.join('; ')}.` }]),
    ...(target.environment === 'embedded'
      ? [
          {
            title: 'Practice',
            says: 'The target is the embedded endpoint of the suite, and no service of anybody.',
          },
        ]
      : []),
    ...suiteNotice(statement),
    ...transportNotice(statement),
    ...documentNotice(statement),
    ...validityNotice(statement),
    ...(tester?.name === undefined && tester?.organisation === undefined
      ? [{ title: 'No tester', says: 'Nobody is named who carried out the test.' }]
      : []),
    ...(certification?.product?.name === undefined || certification.product.version === undefined
      ? [{ title: 'No product', says: 'Name or version of what was tested is not stated.' }]
      : []),
  ];
}
