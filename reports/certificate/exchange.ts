import type { EvidenceExchange } from '../evidence/lines.ts';
import { type Html, html } from './words.ts';

/** Maximum number of characters of a body on the page; the evidence has the rest. */
const longest = 4_000;

// JSON is indented; other bodies stay as they are.
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function messageOf(first: string, headers: Readonly<Record<string, string>>, body: string): Html {
  const shown = body.length > longest ? body.slice(0, longest) : indented(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`<h3>${first}</h3><pre>${lines.join('\n')}
${shown === '' ? '' : `\n${shown}`}</pre>${body.length > longest && html`<p class="soft">The first ${longest} of ${body.length} characters.</p>`}`;
}

/** Request and answer of an exchange, masked as in the evidence, to be unfolded. */
export function exchangeDetails({ id, sent, received }: EvidenceExchange): Html {
  const request = messageOf(`${sent.method} ${sent.url}`, sent.headers, sent.body);
  const answer =
    received.kind === 'none'
      ? html`<h3>No answer after ${received.durationMs} ms</h3><p>${received.reason}: ${received.detail}</p>`
      : messageOf(`Answer: ${received.status}, ${received.durationMs} ms`, received.headers, received.body);
  return html`<details><summary>Request and answer of exchange <code>${id}</code></summary>
<div class="pair"><section>${request}</section><section>${answer}</section></div></details>`;
}
