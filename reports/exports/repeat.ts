import { relative } from 'node:path';
import { commandLine, shellWord, usualTarget } from '../../schemas/command-line.ts';
import { objectOf } from '../../schemas/json.ts';
import type { Origin } from '../../schemas/types.ts';
import type { EvidenceExchange, EvidenceRequest } from '../evidence/lines.ts';
import { isCredentialHeader } from '../redact/classes.ts';
import { replaceSecrets } from '../redact/message.ts';

/** A secret of a masked body that the user must supply to send it again. */
export interface Variable {
  /** Name in capitals, derived from its field; unique within its body. */
  readonly name: string;
  /** The default if the variable is not set; absent if only the real value works. */
  readonly fallback?: string;
}

// Letters and digits only, which every body encoding leaves unchanged.
const opening = 'SHELLVARIABLE';
const closing = 'ENDVARIABLE';

/** The shell variable for a field or header: capitals, digits and underscores, different from the taken names. */
function variableName(field: string, taken: ReadonlySet<string>): string {
  const base = field
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .replace(/^(?=\d|$)/, '_');
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

/** Replaces each secret of a masked body with a mark; masked personal data stay, and signatures to be made anew. */
function markSecrets(body: string, keepsSignature = false) {
  const variables: Variable[] = [];
  const known = new Map<string, number>();
  const text = replaceSecrets(body, (secret, value, field) => {
    // Masked names and addresses are usable; a masked card or signature is useless to a service.
    if (secret === 'personal' || (keepsSignature && secret === 'signature')) return value;
    const key = `${field}\n${value}`;
    if (!known.has(key)) {
      known.set(key, variables.length);
      const name = variableName(field, new Set(variables.map((variable) => variable.name)));
      const hasFallback = secret === 'signature' || secret === 'token';
      variables.push({ name, ...(hasFallback && { fallback: value }) });
    }
    return `${opening}${known.get(key)}${closing}`;
  });
  return { text, variables };
}

/** Replaces each mark of a body with the text that `write` returns. */
function fillMarks(
  text: string,
  variables: readonly Variable[],
  write: (variable: Variable) => string,
): string {
  return text.replaceAll(new RegExp(`${opening}(\\d+)${closing}`, 'g'), (whole, index: string) => {
    const variable = variables[Number(index)];
    return variable === undefined ? whole : write(variable);
  });
}

function expand({ name, fallback }: Variable): string {
  const plain = fallback !== undefined && /^[\w.-]+$/.test(fallback);
  return plain ? `\${${name}:-${fallback}}` : `\${${name}}`;
}

function documentOf(text: string, variables: readonly Variable[]): { start: string; lines: string } {
  // In an unquoted here-document, only these three characters are special.
  const written = fillMarks(text.replaceAll(/[\\$`]/g, '\\$&'), variables, expand);
  let word = 'BODY';
  while (written.split('\n').includes(word)) word += '_';
  return { start: `<<${word}`, lines: `${written}\n${word}` };
}

function commentsOf(
  { shortened, body }: EvidenceRequest,
  variables: readonly Variable[],
  headers: readonly CurlHeader[],
): string[] {
  const names = (some: readonly Variable[]) => some.map(({ name }) => name);
  const needed = [
    ...names(variables.filter(({ fallback }) => fallback === undefined)),
    ...headers.flatMap(({ variable }) => variable ?? []),
  ].join(', ');
  const optional = names(variables.filter(({ fallback }) => fallback !== undefined)).join(', ');
  return [
    needed !== '' && `# Set first, since secrets are not written down: ${needed}.`,
    optional !== '' && `# Stand-ins are used unless set: ${optional}.`,
    shortened && `# Only the first ${body.length} of ${shortened.length} characters of the body.`,
  ].filter((comment) => typeof comment === 'string');
}

/** The stable origin that evidence shows for the embedded endpoint, whose port changes; otherwise undefined. */
function originOfEmbedded(url: string): string | undefined {
  return /^https?:\/\/[\w.-]+\.invalid(?=\/|$)/.exec(url)?.[0];
}

/** The address at which a command starts the embedded endpoint. */
const embeddedAddress = 'http://127.0.0.1:8080';

function addressOf(url: string): string {
  const origin = originOfEmbedded(url);
  if (origin === undefined) return shellWord(url);
  return `"\${BASE_URL:-${embeddedAddress}}"${shellWord(url.slice(origin.length))}`;
}

/** The media type in a request's header; empty if there is none. */
function contentTypeOf({ headers }: Pick<EvidenceRequest, 'headers'>): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

interface CurlHeader {
  /** The option of curl, quoted for the shell. */
  readonly option: string;
  readonly variable?: string;
}

// Headers that curl or the body implies.
const plainHeader = /^(?:content-type|accept|user-agent|content-length|host|connection)$/i;

function headersOf({ headers }: EvidenceRequest): CurlHeader[] {
  return Object.entries(headers)
    .filter(([name]) => !plainHeader.test(name) && /^[\w-]+$/.test(name))
    .map(([name, value]) => {
      // A secret value is recorded as the name of its variable; a header with a credential's name is always masked.
      const named = /^\$([A-Za-z_]\w*)$/.exec(value)?.[1];
      const variable = isCredentialHeader(name) ? variableName(name, new Set()) : named;
      return variable === undefined
        ? { option: `-H ${shellWord(`${name}: ${value}`)}` }
        : { option: `-H "${name}: \${${variable}}"`, variable };
    });
}

function targetOption({ url }: EvidenceRequest, target: string | undefined): string {
  if (target !== undefined) return ` --target ${shellWord(target)}`;
  return originOfEmbedded(url) !== undefined
    ? ' --target embedded'
    : ` --target "\${TARGET:-${usualTarget}}"`;
}

/** True if the request carries a signature; it is made again, because it depends on values that are masked here. */
function isSigned({ signed, value }: EvidenceRequest): boolean {
  return signed && typeof objectOf(value).encryption_data === 'string';
}

type Sendable = Pick<EvidenceExchange, 'sent' | 'operation'>;

/** The destination of a run's requests, for a command. */
export interface CurlPlace {
  /** Path of the target file as typed; absent for the embedded endpoint. */
  readonly target?: string;
  /** Options of `mock` that configure the embedded endpoint as in the run. */
  readonly endpoint?: readonly string[];
}

/**
 * A command that sends the request again when pasted into a shell. Card, security code, tokens and credentials in
 * headers are shell variables named in a comment line; personal data stay masked. A signature is made anew with the
 * target file, by default that of the variable TARGET. For the embedded endpoint, which ended with its run, the text
 * begins with its start command.
 */
export function curlOf(exchange: Sendable, place: CurlPlace = {}): string {
  const own = commandFor(exchange, place);
  if (originOfEmbedded(exchange.sent.url) === undefined) return own;
  const start = commandLine('mock', '--port', '8080', ...(place.endpoint ?? []));
  return [
    `# Start the endpoint first: ${start}`,
    '# It knows nothing of the calls that this request may rest on.',
    own,
  ].join('\n');
}

function commandFor({ sent, operation }: Sendable, place: CurlPlace): string {
  const signs = isSigned(sent);
  const { text, variables } = markSecrets(sent.body, signs);
  const address = addressOf(sent.url);
  const headers = headersOf(sent);
  const options = [
    `-H ${shellWord(`Content-Type: ${contentTypeOf(sent)}`.trimEnd())}`,
    ...headers.map(({ option }) => option),
  ];
  const command = [`curl -sS -X ${sent.method} ${address}`, ...options].join(' \\\n  ');
  const head = commentsOf(sent, variables, headers);
  if (text === '') return [...head, `${command} \\\n  --data ''`].join('\n');
  const { start, lines } = documentOf(text, variables);
  if (signs) {
    const sign = `${commandLine('generate', operation, '--body', '-')}${targetOption(sent, place.target)}`;
    const pipe = `${sign} ${start} |\n${lines}\n${command} \\\n  --data-binary @-`;
    return [...head, pipe].join('\n');
  }
  // --data removes the line end of the here-document, but would also remove those of the body.
  if (!/[\r\n]/.test(text)) return [...head, `${command} \\\n  --data @- ${start}`, lines].join('\n');
  const piped = `printf %s "$(cat ${start}\n${lines}\n)" | ${command} \\\n  --data-binary @-`;
  return [...head, piped].join('\n');
}

/** A path relative to the folder in which the command runs. */
export function typedPath(path: string, from: string = process.cwd()): string {
  return relative(from, path) || '.';
}

/** The place of a test in a command that repeats it; `placeOfTest` has what stands there. */
export const testMark = 'TEST';

/**
 * The words of `playwright test` that choose the test of an exchange: its file, without the ending that a package has
 * otherwise, and its title as a pattern.
 */
export function placeOfTest({ file, test }: Origin): string {
  const title = test.replaceAll(' › ', ' ').replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return [...(file === undefined ? [] : [file.replace(/\.ts$/, '')]), '-g', title].map(shellWord).join(' ');
}

/** The command that repeats a test of a run, with `testMark` where the test stands. */
export function testCommand(
  { seed, fault }: { readonly seed: number; readonly fault?: string },
  target?: string,
): string {
  const service = target === undefined ? 'embedded' : typedPath(target);
  const planted = fault === undefined ? '' : `CONFORMANCE_FAULT=${shellWord(fault)} `;
  return `${planted}TARGET=${shellWord(service)} SEED=${seed} npx playwright test ${testMark}`;
}
