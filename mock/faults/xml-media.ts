import type { Change } from '../manner.ts';
import { onAnswer, onText } from './alter.ts';
import { type Fault, plant } from './fault.ts';

/** Deviations in the writing of XML: root, document type, namespaces, well-formedness, depth (1.4). */
export const xmlMediaFaults: readonly Fault[] = (['direct-payment', 'apm-payment'] as const).flatMap(
  xmlFaults,
);

/** The same text under a declaration of its own. */
function declared(encoding: string, text: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${text.replace(/^<\?xml[^>]*\?>/, '')}`;
}

function xmlFaults(operation: 'direct-payment' | 'apm-payment'): Fault[] {
  const fault = (id: string, clause: string, description: string, change: Change) =>
    plant({ id: `${operation}-${id}`, clause, operation, description, change });
  return [
    fault(
      'root-response',
      '1.4/respon/root',
      'the root element is response',
      onText(operation, (text) => text.replace('<respon>', '<response>').replace('</respon>', '</response>')),
    ),
    fault(
      'root-capital',
      '1.4/respon/root',
      'the root element is Respon',
      onText(operation, (text) => text.replace('<respon>', '<Respon>').replace('</respon>', '</Respon>')),
    ),
    fault(
      'dtd',
      '1.4/xml/dtd',
      'the XML has a document type declaration',
      onText(operation, (text) => text.replace('<respon>', '<!DOCTYPE respon>\n<respon>')),
    ),
    fault(
      'dtd-of-page',
      '1.4/xml/dtd',
      'the XML has the document type of an HTML page',
      onText(operation, (text) => text.replace('<respon>', '<!DOCTYPE html>\n<respon>')),
    ),
    fault(
      'namespace',
      '1.4/xml/namespace',
      'the XML declares a default namespace',
      onText(operation, (text) => text.replace('<respon>', '<respon xmlns="urn:pay">')),
    ),
    fault(
      'prefix',
      '1.4/xml/namespace',
      'the elements have a prefix',
      onText(operation, (text) =>
        text.replace(/<(\/?)([a-z_])/g, '<$1p:$2').replace('<p:respon>', '<p:respon xmlns:p="urn:pay">'),
      ),
    ),
    fault(
      'two-roots',
      '1.4/xml/well-formed',
      'a second root element follows',
      onText(operation, (text) => `${text}<served/>`),
    ),
    fault(
      'bare-ampersand',
      '1.4/xml/well-formed',
      'an ampersand is not escaped',
      onText(operation, (text) =>
        text.replace('</order_no>', ' A & B</order_no>').replace('</respon>', '<shop>A & B</shop></respon>'),
      ),
    ),
    fault(
      'bare-less-than',
      '1.4/xml/well-formed',
      'a less-than sign stands in a text',
      onText(operation, (text) => text.replace('</respon>', '<trace>1 < 2</trace></respon>')),
    ),
    fault(
      'declares-utf-16',
      '1.4/xml/well-formed',
      'the declaration names UTF-16, and the bytes are UTF-8',
      onText(operation, (text) => declared('utf-16', text), 'application/xml'),
    ),
    fault(
      'declares-utf-8-in-latin-1',
      '1.4/xml/well-formed',
      'the declaration names UTF-8, and the bytes are ISO-8859-1',
      onText(operation, (text) =>
        Buffer.from(
          declared('utf-8', text).replace('</respon>', '<shop>\u00e9t\u00e9</shop></respon>'),
          'latin1',
        ),
      ),
    ),
    fault(
      'nested-too-deep',
      '1.4/body/bounded',
      'the answer nests 500 elements',
      onText(operation, (text) =>
        text.replace('</respon>', `${'<t>'.repeat(500)}${'</t>'.repeat(500)}</respon>`),
      ),
    ),
    fault(
      'element-twice',
      operation === 'direct-payment' ? '2.6/children/text' : '2.7/children/text',
      'the element currency comes twice',
      onAnswer(operation, (value) => ({ ...value, currency: [value.currency ?? '', value.currency ?? ''] })),
    ),
  ];
}
