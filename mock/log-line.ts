import type { Call, Outcome } from './world.ts';

const longest = 2_000;

/** Returns a text without runs of digits that could be a card number, cut to 2,000 characters. */
function maskText(text: string): string {
  return text.slice(0, longest).replace(/(?:[0-9][ -]?){11,}[0-9]/g, '(digits)');
}

/** Returns the masked line of an exchange for the log. */
export function logLine(world: string, { path, bytes }: Call, { wire, refused }: Outcome): string {
  const where = world === 'plain' ? '' : ` [${world}]`;
  const why = refused === undefined ? '' : ` refused: ${maskText(refused.text)}`;
  return `POST ${path}${where} ${bytes.byteLength} bytes -> ${wire.status}${why}`;
}
