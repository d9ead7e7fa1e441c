import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { readEvidence } from '../../reports/evidence.ts';
import {
  contentTypeOf,
  embeddedAddress,
  fillMarks,
  markSecrets,
  originOfEmbedded,
  type Variable,
} from '../../reports/exports/repeat.ts';
import type { Statement, StatementFinding } from '../../reports/statement/format.ts';
import { groupedBy } from '../../schemas/json.ts';
import { jsonText, plainLine } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { documentedOperation, newFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { writeGivenFile } from '../write-given-file.ts';
import { readStatement } from './read-reports.ts';

// HTTP clients read two braces as a variable. In JSON they occur only in texts, and a form may escape any character.
function withoutBraces(text: string, type: string): string {
  if (/json/i.test(type)) return text.replaceAll('{{', '\\u007b\\u007b');
  if (/urlencoded/i.test(type)) return text.replaceAll('{{', '%7B%7B');
  return /xml|html/i.test(type) ? text.replaceAll('{{', '&#123;&#123;') : text;
}

function aboutOf({ clause, verdict, message, path, expected, received, replay }: StatementFinding) {
  return [
    `${clause} ${verdict}: ${message}`,
    `at ${path || 'the whole answer'}: expected ${expected}, received ${received}`,
    `replay: ${replay}`,
  ];
}

/** Returns a request with its findings, with `{{NAME}}` for each secret of its body. */
function requestOf({ id, operation, sent }: EvidenceExchange, findings: readonly StatementFinding[]) {
  const type = contentTypeOf(sent);
  const { text, variables } = markSecrets(sent.body);
  // Placeholder names carry the exchange id, since each request has its own placeholders.
  const named = (variable: Variable): Variable =>
    variable.fallback === undefined ? variable : { ...variable, name: `${variable.name}_${id}` };
  const [first] = findings;
  const more = findings.length > 1 ? ` and ${findings.length - 1} more` : '';
  return {
    id,
    operation,
    name: `${first?.clause ?? operation}${more} (${id})`,
    about: findings.flatMap(aboutOf),
    method: sent.method,
    path: sent.path,
    type,
    body: fillMarks(withoutBraces(text, type), variables, (one) => `{{${named(one).name}}}`),
    variables: variables.map(named),
  };
}

/** Returns the requests behind the findings of one operation or of all; their secrets are masked or variables. */
export function exportedRequests(
  { findings, histories = [] }: Statement,
  exchanges: readonly EvidenceExchange[],
  operation?: string,
) {
  const byId = new Map(exchanges.map((one) => [one.id, one]));
  const chosen = findings.filter((one) => operation === undefined || one.operation === operation);
  const byExchange = groupedBy(chosen, ({ exchange }) => exchange);
  // The earlier exchanges of a finding come before it, in the order sent.
  const ids = [...byExchange.keys()].flatMap(
    (id) => histories.find((one) => one.exchange === id)?.calls.map(({ exchange }) => exchange) ?? [id],
  );
  const shown = [...new Set(ids)].flatMap((id) => {
    const exchange = byId.get(id);
    return exchange === undefined ? [] : [{ exchange, some: byExchange.get(id) ?? [] }];
  });
  const whole = shown.filter(({ exchange }) => exchange.sent.shortened === undefined);
  const first = shown[0]?.exchange.sent.url ?? '';
  const origin = URL.canParse(first) ? new URL(first).origin : '';
  return {
    base: originOfEmbedded(first) === undefined ? origin : embeddedAddress,
    requests: whole.map(({ exchange, some }) => requestOf(exchange, some)),
    // Only the beginning of these bodies was kept, so they cannot be sent again.
    shortened: shown.filter((one) => !whole.includes(one)).map(({ exchange }) => exchange.id),
  };
}

type Exported = ReturnType<typeof exportedRequests>;
type ExportedRequest = ReturnType<typeof requestOf>;

/** Returns the variables of all requests, each name once. */
function variablesOf({ requests }: Exported): readonly Variable[] {
  const all = requests.flatMap(({ variables }) => variables);
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

// Editors would read these lines as the next request, a comment, a file or a script.
const reservedStart = /^(?:###|[#<>@]|\/\/)/m;

function blockOf({ name, about, method, path, type, body }: ExportedRequest): string {
  return [
    `### ${plainLine(name)}`,
    ...about.map((line) => `# ${plainLine(line)}`),
    `${method} {{base_url}}${path}`,
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    '',
    body,
    '',
  ].join('\n');
}

/** Returns an `.http` file for editors; it sets the placeholders but not the secrets. */
export function httpFile(exported: Exported, name: string): string {
  const variables = variablesOf(exported);
  const secrets = variables.filter(({ fallback }) => fallback === undefined);
  const sendable = exported.requests.filter(({ body }) => !reservedStart.test(body));
  const left = exported.requests.filter((one) => !sendable.includes(one));
  return [
    `# ${plainLine(name)}`,
    ...(secrets.length > 0
      ? [
          `# Set in the private environment of your editor, since secrets are not written down: ${secrets.map((one) => one.name).join(', ')}`,
        ]
      : []),
    ...left.map(({ id }) => `# Left out, since its body would not survive this format: ${id}`),
    `@base_url = ${exported.base}`,
    ...variables.flatMap(({ name: key, fallback }) =>
      fallback === undefined ? [] : [`@${key} = ${plainLine(fallback)}`],
    ),
    '',
    ...sendable.map(blockOf),
  ].join('\n');
}

function itemOf({ name, about, method, path, type, body }: ExportedRequest) {
  return {
    name: plainLine(name),
    request: {
      description: about.map(plainLine).join('\n\n'),
      method,
      header: type === '' ? [] : [{ key: 'Content-Type', value: type }],
      url: {
        raw: `{{base_url}}${path}`,
        host: ['{{base_url}}'],
        path: path.split('/').filter((part) => part !== ''),
      },
      body: { mode: 'raw', raw: body },
    },
    response: [],
  };
}

/** Returns a Postman collection (format 2.1.0) with one folder per operation; secrets are empty variables. */
export function postmanCollection(exported: Exported, name: string): string {
  const folders = [...groupedBy(exported.requests, ({ operation }) => operation)].map(
    ([operation, requests]) => ({ name: operation, item: requests.map(itemOf) }),
  );
  const collection = {
    info: {
      name: plainLine(name),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders,
    variable: [
      { key: 'base_url', value: exported.base, type: 'string' },
      ...variablesOf(exported).map((one) => ({
        key: one.name,
        value: one.fallback ?? '',
        type: 'string',
        description:
          one.fallback === undefined
            ? 'A secret: set its current value, which stays on your machine.'
            : 'A stand-in for a masked value.',
      })),
    ],
  };
  return `${jsonText(collection, 2)}\n`;
}

/** Exports the requests behind findings for HTTP clients. */
export const exportFindings: Subcommand = (command) => {
  command
    .option('--postman', 'as a Postman collection (2.1)')
    .option('--http', 'as an .http file, which editors send')
    .option('--operation <name>', 'only findings of this operation')
    .option('--from <folder>', 'reports of a run', 'reports/out')
    .option('--out <file>', 'write to this file instead of standard output', newFile);
  return ({
    postman,
    http,
    operation,
    from,
    out,
  }: Readonly<Partial<Record<'postman' | 'http', true>>> & {
    from: string;
    operation?: string;
    out?: string;
  }) => {
    if ((postman === true) === (http === true))
      throw new ConfigurationError('export takes one format: --postman or --http.');
    const statement = readStatement(from);
    const only = operation === undefined ? undefined : documentedOperation(operation);
    const exported = exportedRequests(statement, readEvidence(from).exchanges, only);
    const of = only === undefined ? '' : ` of ${only}`;
    if (exported.requests.length === 0)
      throw new ConfigurationError(`${from} holds no finding${of} whose request could be sent again.`);
    const name = `Findings${of}: ${statement.target.name}, seed ${statement.run.seed}`;
    const text = postman === true ? postmanCollection(exported, name) : httpFile(exported, name);
    if (out === undefined) process.stdout.write(text);
    else writeGivenFile(out, text, 0o600);
    for (const id of exported.shortened)
      console.error(`Left out, because only its beginning was kept: ${id}`);
    return exitStatus.conformant;
  };
};
