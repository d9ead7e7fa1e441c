import { alternateNamesOnly } from './alternate-names-only.ts';
import { asynchronous } from './asynchronous.ts';
import { baseElement } from './base-element.ts';
import { busy } from './busy.ts';
import { closesConnections } from './closes-connections.ts';
import type { Dialect } from './dialect.ts';
import { emptySearches } from './empty-searches.ts';
import { fewerFields } from './fewer-fields.ts';
import { htmlStyle } from './html-style.ts';
import { jsonStyle } from './json-style.ts';
import { latinPages } from './latin-pages.ts';
import { lenient } from './lenient.ts';
import { moreFields } from './more-fields.ts';
import { neverNotifies } from './never-notifies.ts';
import { noSignatureEcho } from './no-signature-echo.ts';
import { noTypes } from './no-types.ts';
import { notifiesTwice } from './notifies-twice.ts';
import { oddButRight } from './odd-but-right.ts';
import { otherTypes } from './other-types.ts';
import { otherValues } from './other-values.ts';
import { overLimitOneByOne } from './over-limit-one-by-one.ts';
import { ownSignature } from './own-signature.ts';
import { payerLeftOut } from './payer-left-out.ts';
import { plain } from './plain.ts';
import { refundsAlike } from './refunds-alike.ts';
import { refusesInEnvelope } from './refuses-in-envelope.ts';
import { refusesWith400 } from './refuses-with-400.ts';
import { refusesWith404 } from './refuses-with-404.ts';
import { refusesWith422 } from './refuses-with-422.ts';
import { refusesWithHtml } from './refuses-with-html.ts';
import { refusesWithNothing } from './refuses-with-nothing.ts';
import { scriptFile } from './script-file.ts';
import { showsInactived } from './shows-inactived.ts';
import { shuffledEntries } from './shuffled-entries.ts';
import { slow } from './slow.ts';
import { validatesTexts } from './validates-texts.ts';
import { xmlStyle } from './xml-style.ts';
import { xmlUtf16 } from './xml-utf-16.ts';

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
