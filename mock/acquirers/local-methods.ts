import type { Acquirer } from './acquirer.ts';
import { type Language, speaks } from './habits/answers.ts';
import { paysOutThrough, takesAmounts, takesMethods } from './habits/payments.ts';
import { oneStep } from './lives.ts';

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

/** An acquirer of one country and its methods. */
export const localMethods: Acquirer = {
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
    speaks(portuguese),
  ],
  life: oneStep,
  announces: [],
};
