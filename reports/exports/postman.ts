import { groupedBy } from '../../schemas/json.ts';
import { jsonText, plainLine } from '../../schemas/plain-text.ts';
import { type Exported, type ExportedRequest, variablesOf } from './requests.ts';

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

/** A Postman collection (format 2.1.0): a folder for each operation, a request for each exchange, secrets as empty variables. */
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
