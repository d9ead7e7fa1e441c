import { plainLine } from '../../schemas/plain-text.ts';
import { type Exported, type ExportedRequest, variablesOf } from './requests.ts';

// Lines that editors would take for the next request, a comment, a file or a script.
const taken = /^(?:###|[#<>@]|\/\/)/m;

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

/** Requests as an `.http` file, as editors send it: secrets are variables that the file does not set, stand-ins ones that it does. */
export function httpFile(exported: Exported, name: string): string {
  const variables = variablesOf(exported);
  const secrets = variables.filter(({ fallback }) => fallback === undefined);
  const sendable = exported.requests.filter(({ body }) => !taken.test(body));
  const left = exported.requests.filter((one) => !sendable.includes(one));
  return [
    `# ${plainLine(name)}`,
    ...(secrets.length === 0
      ? []
      : [
          `# Set in the private environment of your editor, since secrets are not written down: ${secrets.map((one) => one.name).join(', ')}`,
        ]),
    ...left.map(({ id }) => `# Left out, since its body would not survive this format: ${id}`),
    `@base_url = ${exported.base}`,
    ...variables.flatMap(({ name: key, fallback }) =>
      fallback === undefined ? [] : [`@${key} = ${plainLine(fallback)}`],
    ),
    '',
    ...sendable.map(blockOf),
  ].join('\n');
}
