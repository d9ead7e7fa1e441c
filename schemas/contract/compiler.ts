import type { Ajv2020 } from 'ajv/dist/2020.js';
import { loadAjv } from '../ready-made.ts';
import { addRecordingVocabulary } from './keywords.ts';

let ajv: Ajv2020 | undefined;

/** The Ajv that messages are judged with; `source` keeps the code of what it compiles, so that it can be written down. */
export function compiler({ source = false } = {}): Ajv2020 {
  if (ajv !== undefined && !source) return ajv;
  const { Ajv2020: Ajv, _, str, Name } = loadAjv();
  const made = addRecordingVocabulary(
    new Ajv({
      allErrors: true,
      verbose: true,
      passContext: true,
      strict: true,
      strictTypes: false,
      strictRequired: false,
      allowUnionTypes: true,
      addUsedSchema: false,
      validateSchema: false,
      ...(source ? { code: { source } } : {}),
    }),
    { _, str, Name },
  );
  if (!source) ajv = made;
  return made;
}
