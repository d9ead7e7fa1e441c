import { type Change, deciding, wording } from '../behaviour.ts';
import { notSigning, shuffling, withoutPayer, withoutTypes } from '../changes.ts';
import { plainBehaviour } from '../plain.ts';
import { escapeMarkup } from '../write/xml.ts';
import {
  type Acquirer,
  cancelledUncaptured,
  type Habit,
  neverCaptured,
  oneStep,
  twoSteps,
  twoStepsLater,
} from './acquirer.ts';
import {
  countedIdentifiers,
  type Language,
  leavesOut,
  orderNumbersOf,
  orderNumbersOnce,
  refusesWith,
  sharesTheAccount,
  signsAnswers,
  signsFields,
  signsFieldsByHmac,
  translatesMessages,
  uuidIdentifiers,
} from './habits/answers.ts';
import {
  cancelsByContract,
  coherentPayer,
  demandsPayer,
  entriesOnce,
  operatorCards,
  paysOutThrough,
  registeredWebsite,
  takesAmounts,
  takesMethods,
  takesTerms,
} from './habits/payments.ts';
import {
  answersBeforeBooking,
  cancelsBeforeCapture,
  cancelsBehindTheAnswer,
  capturesBeforeRefund,
  capturesByItself,
  settlesAfter,
} from './habits/settlement.ts';
import {
  behindPrefix,
  declaredTypesOnly,
  limitsRate,
  mutualTls,
  packsAnswers,
  registeredAddresses,
  setsCookies,
} from './habits/wire.ts';

const habitOf = (insists: string, because: string, change: Change): Habit => ({ insists, because, change });

const spanish: Language = {
  name: 'Spanish',
  refusals: {
    unreadable: 'el cuerpo no se puede leer',
    schema: 'un campo no tiene el formato acordado',
    incomplete: 'faltan datos obligatorios',
    empty: 'el lote está vacío',
    'over-limit': 'el lote es demasiado grande',
    signature: 'la firma no es correcta',
    address: 'la dirección no está registrada',
    unknown: 'el comercio no existe',
    terms: 'no está permitido para esta cuenta',
  },
  problems: {
    '2101': 'número de tarjeta no válido',
    '2105': 'el emisor no acepta la tarjeta',
    '2106': 'fondos insuficientes',
    '3001': 'la transacción no existe',
    '3004': 'el importe no coincide',
    '3010': 'el importe supera el saldo',
    '3022': 'ya fue capturada: devuélvala',
  },
  otherwise: 'operación no permitida',
  approved: 'operación autorizada; gracias',
};

const portuguese: Language = {
  name: 'Portuguese',
  refusals: {
    unreadable: 'não foi possível ler o corpo',
    schema: 'um campo não tem o formato combinado',
    incomplete: 'faltam dados obrigatórios',
    empty: 'o lote está vazio',
    'over-limit': 'o lote é grande demais',
    signature: 'assinatura inválida',
    address: 'endereço não cadastrado',
    unknown: 'registro não encontrado',
    terms: 'não permitido para esta conta',
  },
  problems: {
    '2301': 'não há corredor para este pagamento',
    '2302': 'faltam dados do beneficiário',
    '3001': 'transação não encontrada',
    '3010': 'valor maior que o saldo',
  },
  otherwise: 'operação não permitida',
  approved: 'aprovado – obrigado',
};

/** All acquirers: complete services that conform to the document in their own ways. */
export const acquirers: readonly Acquirer[] = [
  {
    name: 'capture-first',
    description:
      'An acquirer with a strict anti-fraud desk: it wants to know everything about the payer, and takes two steps, authorised first and captured by the merchant.',
    habits: [
      demandsPayer,
      coherentPayer,
      registeredWebsite('https://store.example'),
      capturesBeforeRefund,
      cancelsBeforeCapture,
      orderNumbersOnce,
      uuidIdentifiers,
      signsFields(['account_id', 'order_no', 'amount', 'currency', 'merchant_id']),
      signsAnswers,
      refusesWith({
        statuses: {},
        otherwise: 400,
        contentType: 'application/json',
        text: ({ code, text }) => JSON.stringify({ errors: [{ code, detail: text }] }),
        words: '400 with a JSON text that names what is missing',
      }),
    ],
    life: twoSteps,
    // What it does not take is refused in another form than the answers have, which is a warning (1.4).
    announces: ['1.4/html', '1.4/xml'],
  },
  {
    name: 'settles-later',
    description:
      'An acquirer whose books are kept elsewhere: it answers at once, and settles when the books say so.',
    habits: [
      answersBeforeBooking,
      capturesBeforeRefund,
      settlesAfter(2),
      cancelsBehindTheAnswer,
      orderNumbersOf(24, /[A-Z0-9-]/, 'capitals, digits and hyphens'),
      refusesWith({
        statuses: {},
        otherwise: 200,
        contentType: 'application/json',
        text: ({ text }) => JSON.stringify({ return_status: '0', return_message: text }),
        words: '200 with the two words of the envelope and nothing else, where JSON is answered',
      }),
    ],
    life: twoStepsLater,
    announces: [],
  },
  {
    name: 'gateway',
    description: 'An acquirer behind the gateway of a bank, with its own rules for traffic.',
    habits: [
      behindPrefix('/gateway/acquiring'),
      limitsRate(100),
      packsAnswers,
      setsCookies,
      orderNumbersOnce,
      refusesWith({
        statuses: { signature: 401, unknown: 404 },
        otherwise: 400,
        contentType: 'text/html; charset=utf-8',
        text: ({ text }) =>
          `<!DOCTYPE html><html><head><title>Request rejected</title></head><body><h1>Request rejected</h1><p>${escapeMarkup(text)}</p></body></html>`,
        words: 'pages for people under 400, 401 and 404',
      }),
    ],
    life: oneStep,
    announces: [],
  },
  {
    name: 'private-line',
    description: 'An acquirer that only its members reach: certificates on both sides, addresses registered.',
    habits: [
      mutualTls,
      registeredAddresses('127.0.0.1', '::1'),
      signsFieldsByHmac(['merchant_id', 'account_id', 'order_no', 'request_id', 'recurring_id']),
      uuidIdentifiers,
      entriesOnce,
    ],
    life: oneStep,
    // A batch that is refused as a whole has no result entry per order (1.3).
    announces: ['1.3/one-result-per-order'],
  },
  {
    name: 'shared-account',
    description:
      'An acquirer of clubs that also have tills: what counts is the contract, and the account is never theirs alone.',
    habits: [
      takesTerms({
        contract_name: 'club-monthly',
        interval: 'month',
        interval_count: '1',
        billing_cycle: 12,
      }),
      cancelsByContract,
      sharesTheAccount,
      registeredAddresses('127.0.0.1', '::1'),
      cancelsBeforeCapture,
      translatesMessages(spanish),
    ],
    life: cancelledUncaptured,
    announces: [],
  },
  {
    name: 'local-methods',
    description: 'An acquirer of one country, with the methods and the corridors that people there use.',
    habits: [
      takesAmounts({
        BRL: { smallest: '5.00', largest: '20000.00' },
        USD: { smallest: '1.00', largest: '4000.00' },
      }),
      takesMethods({
        PIX: ['person.document_number', 'person.email', 'return_url'],
        BOLETO: ['person.document_number', 'person.social_name', 'person.address_postal_code', 'bank_code'],
      }),
      paysOutThrough([
        {
          source_currency: 'USD',
          payment_currency: 'BRL',
          payment_method: 'LOCAL',
          country: 'BR',
          needs: [
            'beneficiary.additional_info.personal_id_number',
            'beneficiary.bank_details.bank_code',
            'beneficiary.bank_details.bank_branch',
            'beneficiary.bank_details.account_number',
          ],
        },
        {
          source_currency: 'USD',
          payment_currency: 'EUR',
          payment_method: 'SWIFT',
          country: 'PT',
          needs: ['beneficiary.bank_details.iban', 'beneficiary.bank_details.swift_code'],
        },
      ]),
      translatesMessages(portuguese),
    ],
    life: oneStep,
    // What it does not take is refused in another form than the answers have, which is a warning (1.4).
    announces: ['1.4/xml'],
  },
  {
    name: 'test-cards',
    description: 'A sandbox with its own cards: the card decides what happens, reported in its own codes.',
    habits: [
      operatorCards([
        { card: '4507990000004905' },
        { card: '5299910010000015' },
        { card: '4507990000000010', declined: { code: '2151', text: 'do not honour' } },
        { card: '5299910010000023', declined: { code: '2116', text: 'insufficient funds' } },
      ]),
      declaredTypesOnly,
      orderNumbersOnce,
      {
        insists:
          'payment_status has its own values: 1000 open, 2000 paid, 2900 declined, 3100 cancelled, 3200 refunded; a failed entry has status 9.',
        because: 'Section 3 lists only the values seen, and their meaning is not shown.',
        change: wording({
          payment: { open: '1000', paid: '2000', declined: '2900', cancelled: '3100', refunded: '3200' },
          entry: { done: plainBehaviour.words.entry.done, failed: '9' },
          call: { ...plainBehaviour.words.call, partly: ['8', 'see entries'], none: ['9', 'rejected'] },
        }),
      },
      {
        insists: 'It sends no result notification: its merchants query; it announces that 6.1 speaks of one.',
        because: '6.1 names the address of a notification; when and how often it is sent is not shown.',
        change: deciding({ notices: 0 }),
      },
    ],
    life: oneStep,
    announces: ['6.1/notification/sent'],
  },
  {
    name: 'quiet',
    description:
      'A small acquirer for small shops: one step, few currencies, and no more words than it must say.',
    habits: [
      capturesByItself,
      takesAmounts({
        EUR: { smallest: '0.01', largest: '99999.99' },
        GBP: { smallest: '0.01', largest: '99999.99' },
        JPY: { smallest: '100.00', largest: '9999999.00' },
      }),
      countedIdentifiers,
      leavesOut,
      habitOf(
        'Answers of query and APM payments carry no encryption_data.',
        '2.7 and 2.10 list no encryption_data although 5.1 says that answers echo a value (C-02).',
        notSigning(['query', 'apm-payment']),
      ),
      habitOf(
        'Result entries and listed records come in another order.',
        'One result entry per order (1.3) says nothing of their order.',
        shuffling,
      ),
      habitOf(
        'Payout results name neither payer nor source.',
        '2.13 leaves out "the payer part of source", which is defined nowhere (C-04).',
        withoutPayer,
      ),
      habitOf(
        'Answers have no Content-Type.',
        'The Content-Type of an answer is stated nowhere; HTTP lets a sender leave it out.',
        withoutTypes,
      ),
      refusesWith({
        statuses: { signature: 401, unknown: 404, terms: 422 },
        otherwise: 400,
        contentType: '',
        text: () => '',
        words: '400, 401, 404 or 422 with an empty body',
      }),
    ],
    life: neverCaptured,
    // What it does not take is refused in another form than the answers have, which is a warning (1.4).
    announces: [
      '1.4/html',
      '1.4/xml',
      '2.6/respon/listed',
      '2.8/static-inputs/listed',
      '2.8/added-inputs/listed',
      '2.9/capture_orders/listed',
      '2.9/review_orders/listed',
      '2.9/cancel_orders/listed',
      '2.9/refund_orders/listed',
      '2.10/orders_list/listed',
      '2.11/refund_orders/listed',
      '2.13/result/listed',
    ],
  },
];

const byName = new Map(acquirers.map((acquirer) => [acquirer.name, acquirer]));

/** The acquirer with this name, or undefined. */
export function findAcquirer(name: string): Acquirer | undefined {
  return byName.get(name);
}
