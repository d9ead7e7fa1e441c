import fc from 'fast-check';
import { allOf, type Change, deciding, onAnswer, onEveryAnswer, onEveryList } from '../../mock/behaviour.ts';
import { digestOf, numberFrom, uuidFrom } from '../../mock/derive.ts';
import { textOf } from '../../mock/reply.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';
import { batches, type FreedomTable, freedom, moving, onRefusal, payments } from './freedom.ts';

/** How a service writes the identifiers that it assigns. */
const identifiers: Readonly<Record<string, (kind: string, digest: string) => string>> = table({
  digits: (_kind, digest) =>
    `${numberFrom(digest, 0, 9) + 1}${BigInt(`0x${digest.slice(0, 14)}`)}`.slice(0, 17).padEnd(17, '7'),
  uuid: (kind, digest) => uuidFrom(digestOf(kind, digest)),
  'upper-case uuid': (kind, digest) => uuidFrom(digestOf(kind, digest)).toUpperCase(),
  short: (kind, digest) => `${kind}${digest.slice(0, 7)}`,
  long: (kind, digest) => `${kind}.${digest}.${digest}`.slice(0, 100),
  'with signs': (kind, digest) => `${kind}_${digest.slice(0, 6)}:${digest.slice(6, 12)}~1`,
  base64: (kind, digest) => Buffer.from(digestOf(kind, digest).slice(0, 24), 'hex').toString('base64url'),
  dated: (kind, digest) => `20250101${kind}${digest.slice(0, 8)}-9`,
});

const messages = [
  '',
  'fine',
  'see your bank: ok',
  'a\nb',
  '完了',
  'تم',
  'Überweisung bestätigt',
  '100% & <done>',
  '; drop',
];

/** Texts of refusals in other languages. */
const languages: Readonly<Record<string, string>> = table({
  German: 'wurde abgelehnt',
  Japanese: '拒否されました',
  Arabic: 'تم رفض الطلب',
  Portuguese: 'não autorizado',
  Russian: 'отказано',
  French: 'opération refusée : montant élevé',
  Chinese: '交易失败',
  code: 'ERR-4711',
});

/** Which values answers hold. */
export const values: FreedomTable = {
  identifiers: freedom({
    sections: ['2.1', '2.14'],
    reason:
      '2.1: the service assigns identifiers; only that they are strings is shown, not their form (2.14).',
    parameters: fc.record({ form: fc.constantFrom(...Object.keys(identifiers)) }),
    change: ({ form }) =>
      deciding({ identifier: (kind, digest) => identifiers[form]?.(kind, digest) ?? `${kind}${digest}` }),
  }),
  'refund-numbers': freedom({
    sections: ['2.9'],
    reason:
      '2.9: refund_reference_id ends with two digits; where they begin and how they go on is not shown.',
    parameters: fc.record({ from: fc.integer({ min: 0, max: 98 }), step: fc.constantFrom(1, 2, 7, 10) }),
    touches: ['refund', 'refund-search'],
    change: ({ from, step }) =>
      deciding({ refundNumber: (order) => ((from + order.refunds * step) % 99) + 1 }),
  }),
  asterisks: freedom({
    sections: ['2.6'],
    reason: '2.6: first six digits, asterisks, last four; how many asterisks there are is not shown.',
    parameters: fc.record({ count: fc.integer({ min: 1, max: 16 }) }),
    touches: ['direct-payment'],
    change: ({ count }) =>
      onAnswer(
        'direct-payment',
        moving(['card'], (text) => text.replace(/\*+/, '*'.repeat(count))),
      ),
  }),
  'texts-of-results': freedom({
    sections: ['2.6', '7.3'],
    reason: '7.3: after the code and the colon of result_info any message may stand.',
    parameters: fc.record({ text: fc.constantFrom(...messages) }),
    touches: ['direct-payment'],
    change:
      ({ text }) =>
      (behaviour) => ({
        ...behaviour,
        words: { ...behaviour.words, order: { ...behaviour.words.order, result: `0000:${text}` } },
      }),
  }),
  'texts-of-refunds': freedom({
    sections: ['2.9', '7.2'],
    reason: '2.9: refund_message is a letter, four digits, a colon and any message.',
    parameters: fc.record({
      letter: fc.constantFrom('R', 'a', 'Z', 's'),
      digits: fc.constantFrom('0000', '1234', '9999', '0200'),
      text: fc.constantFrom(...messages),
      failed: fc.constantFrom('E', 'e', 'X', 'R'),
    }),
    touches: ['refund'],
    change:
      ({ letter, digits, text, failed }) =>
      (behaviour) => ({
        ...behaviour,
        words: {
          ...behaviour.words,
          refundMessage: { done: `${letter}${digits}:${text}`, failedLetter: failed },
        },
      }),
  }),
  'texts-of-entries': freedom({
    sections: ['7.2', '7.4'],
    reason: '7.2: error_message is a text, empty in the samples; what a successful entry says is not shown.',
    parameters: fc.record({
      text: fc.constantFrom('OK', 'Success', 'done', '0000', 'approved', '成功', 'no error', 'none'),
    }),
    touches: ['capture', 'review', 'cancel', 'cancel-subscription'],
    change: ({ text }) => {
      const said = (value: JsonObject) =>
        value.error_message === '' ? { ...value, error_message: text } : value;
      return allOf(
        onEveryList((entries) => entries.map(said)),
        onAnswer('cancel-subscription', said),
      );
    },
  }),
  'language-of-refusals': freedom({
    sections: ['7.2', '7.7', '7.8'],
    reason: '7.7 and 7.8: which texts explain a refusal, and in which language, is not shown.',
    parameters: fc.record({ language: fc.constantFrom(...Object.keys(languages)) }),
    change: ({ language }) => {
      const text = languages[language] ?? '';
      return (behaviour) => ({
        ...behaviour,
        refuse: (refusal, about) => behaviour.refuse({ ...refusal, text }, about),
        decide: {
          ...behaviour.decide,
          entryProblem: (...asked) => {
            const found = behaviour.decide.entryProblem(...asked);
            return found && { ...found, text };
          },
          decline: (...asked) => {
            const found = behaviour.decide.decline(...asked);
            return found && { ...found, text };
          },
        },
      });
    },
  }),
  'success-in-other-words': freedom({
    sections: ['7.1'],
    reason: '7.1 shows the message OK of a success; another one of the same meaning warns and no more.',
    parameters: fc.record({ message: fc.constantFrom('ok', 'Success', 'SUCCESS', 'Ok') }),
    touches: [...batches, 'query', 'refund-search'],
    warns: ['7.1/success'],
    change:
      ({ message }) =>
      (behaviour) => ({
        ...behaviour,
        words: { ...behaviour.words, call: { ...behaviour.words.call, done: ['1', message] } },
      }),
  }),
  notes: freedom({
    sections: ['2.6'],
    reason: '2.6: note is a string that may be empty; that it repeats the note of the request is not said.',
    parameters: fc.record({ text: fc.constantFrom('', 'paid', 'Zahlung <1> & 2', '  ', '\u{1F600}') }),
    touches: ['direct-payment'],
    // A text of the name that was sent differs from it, which 2.6 only implies.
    warns: ['2.6/respon/listed', '2.6/note/echo'],
    change: ({ text }) => onAnswer('direct-payment', (value) => ({ ...value, note: text })),
  }),
  'words-of-risk': freedom({
    sections: ['2.6', '2.14'],
    reason:
      '2.6: threeds_result, risk_action and connector are texts, risk_score is a text of digits; no values are shown.',
    parameters: fc.record({
      threeds_result: fc.constantFrom('Y', 'authenticated', 'N/A', '05', 'frictionless: ok'),
      risk_action: fc.constantFrom('accept', 'NONE', '0', 'prüfen'),
      risk_score: fc.constantFrom('0', '007', '100', '99999999999999999999'),
      connector: fc.constantFrom('x', 'acquirer-7/eu', '网关'),
    }),
    touches: ['direct-payment'],
    change: (texts) => onAnswer('direct-payment', (value) => ({ ...value, ...texts })),
  }),
  'times-of-subscriptions': freedom({
    sections: ['2.6', '2.10'],
    reason:
      '2.6 and 2.10 show the layout of recurring_deduction_time; when a charge is due, and in which words its period, is not shown.',
    parameters: fc.record({
      date: fc.constantFrom('2025-02-28', '2024-02-29', '2099-12-31', '1999-01-01'),
      time: fc.constantFrom('00:00:00', '23:59:59', '12:00:00'),
      period: fc.constantFrom('30 days', 'monthly', '1', 'P1M'),
    }),
    touches: ['direct-payment', 'query'],
    change: ({ date, time, period }) =>
      allOf(
        onAnswer('direct-payment', (value) =>
          'recurring_id' in value && value.recurring_id !== ''
            ? { ...value, recurring_deduction_time: `${date} ${time}`, recurring_deduction_period: period }
            : value,
        ),
        onEveryList((entries) =>
          entries.map((entry) => {
            const terms = entry.subscription_result as JsonObject | undefined;
            return terms === undefined || textOf(terms, 'recurring_id') === ''
              ? entry
              : {
                  ...entry,
                  subscription_result: {
                    ...terms,
                    recurring_deduction_time: date,
                    recurring_deduction_period: period,
                  },
                };
          }),
        ),
      ),
  }),
  'dates-of-records': freedom({
    sections: ['2.10', '2.11'],
    reason:
      '2.10 and 2.11: 14 digits; in which time zone they are is not shown. refund_processing_date may be empty.',
    parameters: fc.record({
      date: fc.constantFrom('20240229235959', '20250101000000', '20991231120000'),
      processing: fc.constantFrom('', 'pending', '2025-01-02', '20250103'),
    }),
    touches: ['query', 'refund-search'],
    change: ({ date, processing }) =>
      onEveryList((entries) =>
        entries.map((entry) => ({
          ...entry,
          ...('transaction_date' in entry ? { transaction_date: date } : {}),
          ...('refund_date' in entry ? { refund_date: date, refund_processing_date: processing } : {}),
        })),
      ),
  }),
  'issuer-addresses': freedom({
    sections: ['2.7'],
    reason:
      '2.7: issuer_url is the address of a page of the issuer; on which host and with what behind it is not shown.',
    parameters: fc.record({
      url: fc.constantFrom(
        'https://issuer.example/pay?id=1&lang=de#start',
        'http://192.0.2.7:8443/x',
        'https://[2001:db8::1]/pay',
        'https://xn--bcher-kva.example/',
        'HTTPS://ISSUER.EXAMPLE',
        'https://issuer.example/%E4%BD%A0?a=<b>'.replace('<b>', '%3Cb%3E'),
        'https://user@issuer.example/a;b=c,d',
      ),
    }),
    touches: ['apm-payment'],
    change: ({ url }) => onAnswer('apm-payment', (value) => ({ ...value, issuer_url: url })),
  }),
  'issuer-apps': freedom({
    sections: ['2.7'],
    reason:
      '2.7: issuer_url is an absolute address; a link to an app has another scheme, which warns and no more.',
    parameters: fc.record({
      url: fc.constantFrom(
        'bankid:///?autostarttoken=1',
        'swish:payment',
        'upi://pay?pa=a@b&pn=c',
        'alipays://platformapi',
      ),
    }),
    touches: ['apm-payment'],
    warns: ['2.7/issuer_url/absolute'],
    change: ({ url }) => onAnswer('apm-payment', (value) => ({ ...value, issuer_url: url })),
  }),
  'odd-amounts-taken': freedom({
    sections: ['1.1', '2.2', '2.6'],
    reason:
      '1.1: amounts are decimal strings with two fraction digits in every sample; another number of digits may be taken and come back as sent or with two.',
    parameters: fc.record({ echo: fc.constantFrom('as sent', 'two digits') }),
    touches: [...payments, ...batches],
    change: ({ echo }) =>
      allOf(
        takingOddAmounts,
        echo === 'as sent' ? (behaviour) => behaviour : onEveryAnswer(moving(['amount'], inTwoDigits)),
      ),
  }),
  'refused-amounts': freedom({
    sections: ['7.8'],
    reason: '7.8: a refusal is described nowhere, so its amount and currency say nothing.',
    parameters: fc.record({
      amount: fc.constantFrom('0', '0.00', '-', 'n/a'),
      currency: fc.constantFrom('', '---', 'XXX'),
    }),
    touches: ['direct-payment'],
    change: (given) => onRefusal((value) => ('result_info' in value ? { ...value, ...given } : value)),
  }),
};

/** Takes amounts with another number of fraction digits. */
const takingOddAmounts: Change = deciding(({ checksSchema }) => ({
  checksSchema(operation, request) {
    const plain = (value: JsonValue): JsonValue =>
      typeof value === 'string' && /^\d+\.\d+$/.test(value) && !/^\d+\.\d{2}$/.test(value) ? '1.00' : value;
    const isOdd = Object.entries(request).some(
      ([name, value]) => name === 'amount' && plain(value) !== value,
    );
    return !isOdd && checksSchema(operation, request);
  },
}));

function inTwoDigits(text: string): string {
  const [whole = '', digits = ''] = text.split('.');
  return /^\d+\.\d+$/.test(text) && digits.length === 1 ? `${whole}.${digits}0` : text;
}
