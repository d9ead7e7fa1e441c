import { createHash } from 'node:crypto';
import { answerTable, causeBlocks } from './certificate/answers.ts';
import { documentTables, observationTables, untestedTable } from './certificate/document.ts';
import { deviationTable, findingBlocks } from './certificate/findings.ts';
import { heading, whoAndWhat } from './certificate/heading.ts';
import { html } from './certificate/html.ts';
import { certificateNumber } from './certificate/identity.ts';
import { learnedTable } from './certificate/learned.ts';
import { clauseTables, operationTable } from './certificate/operations.ts';
import { proforma } from './certificate/proforma.ts';
import { figures, meaning } from './certificate/scope.ts';
import { sentTables } from './certificate/sent.ts';
import { styleOf } from './certificate/style.ts';
import { trust, verification } from './certificate/trust.ts';
import { results } from './certificate/words.ts';
import type { Quotes } from './document/quotes.ts';
import { exchangesFile } from './exchanges/address.ts';
import { hasTests } from './exchanges/has-tests.ts';
import { isPartly } from './result-words.ts';
import type { Statement } from './statement/format.ts';
import { statementText } from './statement.ts';

function sha256(text: string, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(text).digest(encoding);
}

/** The certificate page: printable HTML without scripts or external resources, made from the statement, and from the caller's copy of the document where there is one. */
export function renderCertificate(statement: Statement, quotes?: Quotes): string {
  const digest = sha256(statementText(statement), 'hex');
  const style = styleOf(`Certificate ${certificateNumber(statement)}`);
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style, 'base64')}'; base-uri 'none'; form-action 'none'`;
  const { target, suite, result, partial } = statement;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="statement-sha256" content="${digest}">
<title>${results[result].headline}${isPartly(result, partial) && ' (partial)'}: ${target.name}</title>
<style>${{ html: style }}</style>
</head>
<body><main>
<section class="first">
${heading(statement)}
${whoAndWhat(statement)}
</section>
${hasTests(statement) && html`<nav class="beside">Beside this page: <a href="${exchangesFile}">exchanges with findings</a>, <a href="allure-report/index.html">report of the tests</a>, <a href="allure-report/matrix/index.html">clause matrix</a>.</nav>`}
${figures(statement)}
${causeBlocks(statement)}
${meaning(statement)}
${operationTable(statement)}
${answerTable(statement)}
${findingBlocks(statement, quotes)}
${deviationTable(statement)}
${untestedTable(statement)}
${proforma(statement)}
${documentTables(statement)}
${learnedTable(statement)}
${observationTables(statement)}
${trust(statement)}
${verification(digest, statement.evidenceSha256)}
${sentTables(statement)}
${clauseTables(statement)}
<footer>payment-acquiring-conformance ${suite.version}. Valid only with its evidence.</footer>
</main></body>
</html>
`;
  return page.html;
}
