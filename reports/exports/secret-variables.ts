import type { SecretClass } from '../../schemas/contract.ts';
import { replaceSecrets } from '../redact/message.ts';

/** A secret of a masked body that whoever sends it again has to supply. */
export interface Variable {
  /** In capitals, after its field; unique within its body. */
  readonly name: string;
  /** What is used when the variable is not set; absent where only the real value makes sense. */
  readonly fallback?: string;
}

/** A body with a mark in place of each secret. */
export interface MarkedBody {
  readonly text: string;
  readonly variables: readonly Variable[];
}

// Letters and digits only, so that every encoding of a body leaves them alone.
const opening = 'SHELLVARIABLE';
const closing = 'ENDVARIABLE';

/** The name of a shell variable for what stands in a field or header: capitals, digits and underscores, not among the taken ones. */
export function variableName(field: string, taken: ReadonlySet<string>): string {
  const base = field
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .replace(/^(?=\d|$)/, '_');
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

// Masked names and addresses are harmless and do as they are; a masked card or signature is of no use to a service.
function isVariable(secret: SecretClass): boolean {
  return secret !== 'personal';
}

/** Puts a mark in place of every secret of a masked body; personal data stay as they are masked, and so do signatures that are made anew. */
export function markSecrets(body: string, keepsSignature = false): MarkedBody {
  const variables: Variable[] = [];
  const known = new Map<string, number>();
  const text = replaceSecrets(body, (secret, value, field) => {
    if (!isVariable(secret) || (keepsSignature && secret === 'signature')) return value;
    const key = `${field}\n${value}`;
    const index = known.get(key) ?? variables.length;
    if (index === variables.length) {
      known.set(key, index);
      const name = variableName(field, new Set(variables.map((variable) => variable.name)));
      const hasFallback = secret === 'signature' || secret === 'token';
      variables.push({ name, ...(hasFallback && { fallback: value }) });
    }
    return `${opening}${index}${closing}`;
  });
  return { text, variables };
}

/** Writes something in place of each mark of a body. */
export function fillMarks(
  text: string,
  variables: readonly Variable[],
  write: (variable: Variable) => string,
): string {
  return text.replaceAll(new RegExp(`${opening}(\\d+)${closing}`, 'g'), (whole, index: string) => {
    const variable = variables[Number(index)];
    return variable === undefined ? whole : write(variable);
  });
}
