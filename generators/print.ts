import { shellWord } from '../schemas/command-line.ts';
import { encodeForm, type NestedForm } from '../schemas/media/form.ts';
import { encodeJson } from '../schemas/media/json.ts';
import { encodeXml } from '../schemas/media/xml.ts';
import { operationOf } from '../schemas/operations.ts';
import type { DocumentedOperationId, Encoding, JsonObject } from '../schemas/types.ts';
import type { RequestCase } from './request.ts';

/** How a request can be printed: its body as it goes on the wire, a command that sends it, or everything about it. */
export const printFormats = ['json', 'form', 'xml', 'curl', 'jsonl'] as const;
/** One way to print a request. */
export type PrintFormat = (typeof printFormats)[number];

/** What a target decides about the text of a body. */
export interface PrintOptions {
  /** Overrides the operation's own encoding in the command. */
  readonly encoding?: Encoding;
  readonly contentType?: string;
  /** Root element of an XML body; the document shows none (4.3, 4.8). */
  readonly xmlRoot?: string;
  readonly nested?: NestedForm;
  /** Base address of the command; `$BASE_URL` without it. */
  readonly address?: string;
  /** Further options of curl, quoted for the shell. */
  readonly curlOptions?: readonly string[];
  /** Signs the body; without it the body is printed unsigned. */
  readonly sign?: (body: JsonObject, operation: DocumentedOperationId) => string;
}

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
} as const satisfies Record<Encoding, string>;

function signed({ body, operation }: RequestCase, { sign }: PrintOptions): JsonObject {
  return sign === undefined ? body : { ...body, encryption_data: sign(body, operation) };
}

/** Writes the body of a request exactly as it goes on the wire. */
export function bodyText(made: RequestCase, encoding: Encoding, options: PrintOptions = {}): string {
  const body = signed(made, options);
  if (encoding === 'form') return encodeForm(body, options.nested ?? 'json');
  return encoding === 'xml' ? encodeXml(body, { root: options.xmlRoot ?? 'request' }) : encodeJson(body);
}

function heading({ operation, kind, name, clause, expectation, breaks }: RequestCase): string {
  const parts = [operation, kind, name, clause ?? 'no clause', expectation];
  return [...parts, ...(breaks === undefined ? [] : [`breaks ${breaks}`])].join(' · ');
}

function curl(made: RequestCase, options: PrintOptions): string {
  const { path, encoding: own } = operationOf(made.operation);
  const encoding = options.encoding ?? own;
  const header = `Content-Type: ${options.contentType ?? contentTypes[encoding]}`;
  const { address, curlOptions = [] } = options;
  const url = address === undefined ? `"$BASE_URL${path}"` : shellWord(`${address}${path}`);
  return [
    `# ${heading(made)}`,
    `curl -sS -X POST ${url} -H ${shellWord(header)} \\`,
    ...curlOptions.map((option) => `  ${option} \\`),
    `  --data-raw ${shellWord(bodyText(made, encoding, options))}`,
  ].join('\n');
}

/**
 * Prints one request with its name, clause and expectation: `json` and `jsonl` as one object that holds the body,
 * `form` and `xml` as the body under a comment, `curl` as a command that sends the body to `$BASE_URL`.
 */
export function printCase(made: RequestCase, format: PrintFormat, options: PrintOptions = {}): string {
  switch (format) {
    case 'json':
      return JSON.stringify({ ...made, body: signed(made, options) }, undefined, 2);
    case 'jsonl':
      return JSON.stringify({ ...made, body: signed(made, options) });
    case 'form':
      return `# ${heading(made)}\n${bodyText(made, 'form', options)}`;
    case 'xml':
      // Two hyphens would end the comment.
      return `<!-- ${heading(made).replaceAll('--', '- -')} -->\n${bodyText(made, 'xml', options)}`;
    case 'curl':
      return curl(made, options);
  }
}
