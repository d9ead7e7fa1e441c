import { commandLine, shellWord } from '../schemas/command-line.ts';
import type { EvidenceExchange, EvidenceRequest } from './evidence/lines.ts';
import { fillMarks, markSecrets, type Variable } from './secret-variables.ts';

// In an unquoted here-document only these three mean something to the shell.
function escapeForDocument(text: string): string {
  return text.replaceAll(/[\\$`]/g, '\\$&');
}

function expand({ name, fallback }: Variable): string {
  const plain = fallback !== undefined && /^[\w.-]+$/.test(fallback);
  return plain ? `\${${name}:-${fallback}}` : `\${${name}}`;
}

function documentOf(text: string, variables: readonly Variable[]): { start: string; lines: string } {
  const written = fillMarks(escapeForDocument(text), variables, expand);
  let word = 'BODY';
  while (written.split('\n').includes(word)) word += '_';
  return { start: `<<${word}`, lines: `${written}\n${word}` };
}

function commentsOf({ shortened, body }: EvidenceRequest, variables: readonly Variable[]): string[] {
  const comments: string[] = [];
  const list = (some: readonly Variable[]) => some.map(({ name }) => name).join(', ');
  const needed = variables.filter(({ fallback }) => fallback === undefined);
  const optional = variables.filter(({ fallback }) => fallback !== undefined);
  if (needed.length > 0) comments.push(`# Set first, since secrets are not written down: ${list(needed)}.`);
  if (optional.length > 0) comments.push(`# Stand-ins are used unless set: ${list(optional)}.`);
  if (shortened !== undefined)
    comments.push(`# Only the first ${body.length} of ${shortened.length} characters of the body.`);
  return comments;
}

// Evidence gives the embedded endpoint a stable name, because its port changes from run to run.
function addressOf(url: string): { address: string; comments: string[] } {
  const origin = /^https?:\/\/[\w.-]+\.invalid(?=\/|$)/.exec(url)?.[0];
  if (origin === undefined) return { address: shellWord(url), comments: [] };
  return {
    address: `"\${BASE_URL:-http://127.0.0.1:8080}"${shellWord(url.slice(origin.length))}`,
    comments: [`# Start the endpoint first: ${commandLine('mock', '--port', '8080')}`],
  };
}

/**
 * A command that sends the request again when pasted into a shell. Card, security code, tokens and signature are shell
 * variables named in a comment line; personal data stay masked.
 */
export function curlOf({ sent }: Pick<EvidenceExchange, 'sent'>): string {
  const { text, variables } = markSecrets(sent.body);
  const { address, comments } = addressOf(sent.url);
  const type =
    Object.entries(sent.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const command = `curl -sS -X ${sent.method} ${address} \\\n  -H ${shellWord(`Content-Type: ${type}`.trimEnd())}`;
  const head = [...comments, ...commentsOf(sent, variables)];
  if (text === '') return [...head, `${command} \\\n  --data ''`].join('\n');
  const { start, lines } = documentOf(text, variables);
  // --data takes the line end of the document away, but would take those of the body as well.
  if (!/[\r\n]/.test(text)) return [...head, `${command} \\\n  --data @- ${start}`, lines].join('\n');
  const piped = `printf %s "$(cat ${start}\n${lines}\n)" | ${command} \\\n  --data-binary @-`;
  return [...head, piped].join('\n');
}
