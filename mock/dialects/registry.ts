import { asynchronous, closesConnections, neverNotifies, notifiesTwice, plain, slow } from './conduct.ts';
import type { Dialect } from './dialect.ts';
import {
  alternateNamesOnly,
  emptySearches,
  fewerFields,
  moreFields,
  noSignatureEcho,
  oddButRight,
  otherValues,
  ownSignature,
  payerLeftOut,
  refundsAlike,
  showsInactived,
  shuffledEntries,
} from './members.ts';
import {
  busy,
  lenient,
  overLimitOneByOne,
  refusesInEnvelope,
  refusesWith400,
  refusesWith404,
  refusesWith422,
  refusesWithHtml,
  refusesWithNothing,
  validatesTexts,
} from './refusals.ts';
import {
  baseElement,
  htmlStyle,
  jsonStyle,
  latinPages,
  noTypes,
  otherTypes,
  scriptFile,
  xmlStyle,
  xmlUtf16,
} from './style.ts';

/** All dialects: legal variants of the endpoint that must raise nothing but what they declare. */
export const dialects: readonly Dialect[] = [
  plain,
  otherValues,
  moreFields,
  fewerFields,
  oddButRight,
  refusesInEnvelope,
  refusesWith400,
  refusesWith404,
  refusesWith422,
  refusesWithHtml,
  refusesWithNothing,
  otherTypes,
  noTypes,
  jsonStyle,
  xmlStyle,
  xmlUtf16,
  htmlStyle,
  baseElement,
  scriptFile,
  latinPages,
  alternateNamesOnly,
  shuffledEntries,
  emptySearches,
  noSignatureEcho,
  ownSignature,
  payerLeftOut,
  validatesTexts,
  showsInactived,
  overLimitOneByOne,
  asynchronous,
  slow,
  closesConnections,
  busy,
  notifiesTwice,
  neverNotifies,
  lenient,
  refundsAlike,
];

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));

/** The dialect of a name, if there is one. */
export function findDialect(name: string): Dialect | undefined {
  return byName.get(name);
}
