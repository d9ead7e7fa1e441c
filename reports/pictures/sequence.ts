import { type Html, html } from '../certificate/html.ts';
import type { ShownCall, ShownHistory } from '../statement/format.ts';

/** One arrow of a sequence diagram, from the caller to the service or back. */
interface Arrow {
  readonly isAnswer: boolean;
  readonly text: string;
  /** Milliseconds after the first arrow. */
  readonly after?: number;
}

/** The arrows of a history in the order of their times: calls that were under way at once cross each other. */
function arrowsOf({ calls }: ShownHistory): readonly Arrow[] {
  const start = calls[0]?.times?.sentAt ?? 0;
  const timed = calls.every(({ times }) => times !== undefined);
  const arrows = calls.flatMap(({ operation, asked, answered, times }: ShownCall, at) => {
    const number = `${at + 1} `;
    const text = `${number}${operation}${asked === '' ? '' : ` ${asked}`}`;
    return [
      { isAnswer: false, text, after: (times?.sentAt ?? 0) - start },
      { isAnswer: true, text: number + answered, after: (times?.answeredAt ?? 0) - start },
    ];
  });
  if (!timed) return arrows.map(({ isAnswer, text }) => ({ isAnswer, text }));
  return arrows.sort((one, other) => one.after - other.after);
}

const [left, right, step, longest] = [90, 610, 34, 74];

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** A history as a picture: the caller on the left, the service on the right, time downwards. */
export function pictureOf(history: ShownHistory): Html {
  const arrows = arrowsOf(history);
  const height = 40 + arrows.length * step;
  return html`<svg class="sequence" viewBox="0 0 700 ${height}" role="img" aria-label="Sequence of ${history.calls.length} calls">
<text x="${left}" y="14" text-anchor="middle">caller</text><text x="${right}" y="14" text-anchor="middle">service</text>
<path class="life" d="M${left} 22V${height}M${right} 22V${height}"/>${arrows.map(
    ({ isAnswer, text, after }, at) => {
      const y = 50 + at * step;
      const [from, to, head] = isAnswer ? [right, left, 7] : [left, right, -7];
      return html`
${after !== undefined && html`<text class="time" x="${left - 12}" y="${y + 4}" text-anchor="end">${Math.round(after)} ms</text>`}<text x="${(left + right) / 2}" y="${y - 6}" text-anchor="middle">${shortened(text)}</text>
<path class="${isAnswer ? 'back' : 'there'}" d="M${from} ${y}H${to}m${head} -4L${to} ${y}l${head} 4"/>`;
    },
  )}</svg>`;
}

// Signs that Mermaid takes for its own are written by their numbers.
const plain = (text: string) => text.replaceAll(/[^\w .,:()+-]/g, (sign) => `#${sign.codePointAt(0)};`);

/** The same as a Mermaid diagram, for job summaries and issues. */
export function mermaidOf(history: ShownHistory): string {
  const lines = arrowsOf(history).map(({ isAnswer, text, after }) => {
    const time = after === undefined ? '' : ` (${Math.round(after)} ms)`;
    return `  ${isAnswer ? 'service-->>caller' : 'caller->>service'}: ${plain(text.replaceAll('\n', ' '))}${time}`;
  });
  return ['sequenceDiagram', '  participant caller', '  participant service', ...lines].join('\n');
}
