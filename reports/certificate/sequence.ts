import type { ShownHistory } from '../statement/format.ts';
import { type Html, html } from './words.ts';

/** The arrows of a history between caller and service, by time; those of simultaneous calls cross each other. */
function arrowsOf({ calls }: ShownHistory) {
  const start = calls[0]?.times?.sentAt ?? 0;
  const isTimed = calls.every(({ times }) => times !== undefined);
  // Milliseconds after the first arrow.
  const after = (time = 0) => (isTimed ? time - start : undefined);
  const arrows = calls.flatMap(({ operation, asked, answered, times }, at) => [
    { isAnswer: false, text: `${at + 1} ${operation} ${asked}`.trimEnd(), after: after(times?.sentAt) },
    { isAnswer: true, text: `${at + 1} ${answered}`, after: after(times?.answeredAt) },
  ]);
  return arrows.sort((one, other) => (one.after ?? 0) - (other.after ?? 0));
}

const [left, right, step, longest] = [90, 610, 34, 74];

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** A history as a picture: the caller on the left, the service on the right, time downwards. */
export function pictureOf(history: ShownHistory): Html {
  const arrows = arrowsOf(history);
  const height = 40 + arrows.length * step;
  return html`<svg class="sequence" viewBox="0 0 700 ${height}" role="img" aria-label="Sequence of ${history.calls.length} calls">
<text x="${left}" y="14" text-anchor="middle">caller</text><text x="${right}" y="14" text-anchor="middle">service</text>
<path class="lane" d="M${left} 22V${height}M${right} 22V${height}"/>${arrows.map(
    ({ isAnswer, text, after }, at) => {
      const y = 50 + at * step;
      const [from, to, head] = isAnswer ? [right, left, 7] : [left, right, -7];
      return html`
${after !== undefined && html`<text class="time" x="${left - 12}" y="${y + 4}" text-anchor="end">${Math.round(after)} ms</text>`}<text x="${(left + right) / 2}" y="${y - 6}" text-anchor="middle">${shortened(text)}</text>
<path class="${isAnswer ? 'back' : 'there'}" d="M${from} ${y}H${to}m${head} -4L${to} ${y}l${head} 4"/>`;
    },
  )}</svg>`;
}

// Special characters of Mermaid are written as numeric entities.
const plain = (text: string) => text.replaceAll(/[^\w .,:()+-]/g, (sign) => `#${sign.codePointAt(0)};`);

/** The same as a Mermaid diagram, for job summaries and issues. */
export function mermaidOf(history: ShownHistory): string {
  const lines = arrowsOf(history).map(({ isAnswer, text, after }) => {
    const time = after === undefined ? '' : ` (${Math.round(after)} ms)`;
    return `  ${isAnswer ? 'service-->>caller' : 'caller->>service'}: ${plain(text.replaceAll('\n', ' '))}${time}`;
  });
  return ['sequenceDiagram', '  participant caller', '  participant service', ...lines].join('\n');
}
