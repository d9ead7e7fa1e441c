import { hexOf } from './identity.ts';
import type { Scene } from './scene.ts';

interface FileKind {
  readonly type: string;
  readonly ending: string;
  /** A whole file of the kind, in Base64. */
  readonly data: string;
}

const blankPage = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/MediaBox[0 0 595 842]/Parent 2 0 R>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');

const kinds: readonly FileKind[] = [
  { type: 'application/pdf', ending: 'pdf', data: Buffer.from(blankPage).toString('base64') },
  {
    type: 'image/png',
    ending: 'png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
];

/** The type, content and address of a document of a person; all three belong together. */
export function fileOf({ salt }: Pick<Scene, 'salt'>, entry: number) {
  const { type, ending, data } = kinds[(salt + entry) % kinds.length] as FileKind;
  return { type, data, url: `https://files.example/${hexOf(12, salt, 'file', entry)}.${ending}` };
}
