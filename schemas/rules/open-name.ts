/** A member or input name fit for a fingerprint: short, and without runs of digits that could be an identifier or a card. */
export function openName(name: string): string {
  return name.slice(0, 60).replaceAll(/[0-9]{4,}/g, '#');
}
