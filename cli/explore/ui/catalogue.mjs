import { byId, element, table } from './element.mjs';

const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

function rowOf({ path, clause, statement, description, example, secret, core }) {
  const notes = [core ? 'part of a complete request' : '', secret ? `masked (${secret})` : ''];
  return [
    path,
    description ?? '',
    element('td', { className: 'value' }, example === undefined ? '' : shown(example)),
    element('td', {}, element('code', {}, clause ?? ''), ' ', statement ?? ''),
    notes.filter(Boolean).join(', '),
  ];
}

function tableOf(fields, wanted) {
  const found = fields.filter((field) => JSON.stringify(field).toLowerCase().includes(wanted));
  return found.length === 0
    ? element('p', { className: 'hint' }, 'No documented field matches.')
    : table(['Field', 'Shape', 'Example', 'Clause', ''], found.map(rowOf));
}

/** Lists the documented fields of both sides that hold a word in name, clause, shape or example. */
export function showCatalogue({ request, answer }, word) {
  const wanted = word.trim().toLowerCase();
  byId('request-fields').replaceChildren(tableOf(request, wanted));
  byId('answer-fields').replaceChildren(tableOf(answer, wanted));
}
