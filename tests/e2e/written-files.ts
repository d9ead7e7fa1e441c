import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder, hidden ones too, as absolute paths. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What a page takes from another place as soon as it is shown: scripts, styles, pictures, frames, imports. */
export function foreignSources(html: string): readonly string[] {
  const markup =
    /<(?:script|link|img|iframe|source|video|audio|embed|object)\b[^>]*?\b(?:src|href|data|srcset)\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/gi;
  const styles = /(?:@import\s+|url\(\s*)["']?((?:https?:)?\/\/[^"')\s]+)/gi;
  return [...html.matchAll(markup), ...html.matchAll(styles)].map(([, address = '']) => address);
}
