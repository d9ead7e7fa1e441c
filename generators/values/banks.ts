import { table } from '../../schemas/table.ts';
/** An account and the bank that holds it: name, codes and number belong to the IBAN. */
export interface BankAccount {
  /** An example that registries and banks publish, so that no account of a person is named; empty where there are no IBANs. */
  readonly iban: string;
  readonly bank: string;
  readonly swift: string;
  /** National code of the bank, the sort code where banks have no other. */
  readonly code: string;
  readonly branch: string;
  readonly number: string;
}

type Row = readonly [iban: string, bank: string, swift: string, code: string, branch: string, number: string];

const rows: Readonly<Record<string, readonly Row[]>> = table({
  GB: [
    ['GB29NWBK60161331926819', 'NatWest', 'NWBKGB2LXXX', '601613', '601613', '31926819'],
    ['GB33BUKB20201555555555', 'Barclays', 'BUKBGB22XXX', '202015', '202015', '55555555'],
  ],
  DE: [
    ['DE89370400440532013000', 'Commerzbank', 'COBADEFFXXX', '37040044', '370', '0532013000'],
    ['DE75512108001245126199', 'Société Générale', 'SOGEDEFFXXX', '51210800', '512', '1245126199'],
  ],
  FR: [
    ['FR1420041010050500013M02606', 'La Banque Postale', 'PSSTFRPPXXX', '20041', '01005', '0500013M026'],
    ['FR7630006000011234567890189', 'Crédit Agricole', 'AGRIFRPPXXX', '30006', '00001', '12345678901'],
  ],
  ES: [
    ['ES9121000418450200051332', 'CaixaBank', 'CAIXESBBXXX', '2100', '0418', '0200051332'],
    ['ES7921000813610123456789', 'CaixaBank', 'CAIXESBBXXX', '2100', '0813', '0123456789'],
  ],
  IT: [['IT60X0542811101000000123456', 'UBI Banca', 'BLOPIT22XXX', '05428', '11101', '000000123456']],
  PL: [
    [
      'PL61109010140000071219812874',
      'Santander Bank Polska',
      'WBKPPLPPXXX',
      '10901014',
      '1014',
      '0000071219812874',
    ],
    [
      'PL10105000997603123456789123',
      'ING Bank Śląski',
      'INGBPLPWXXX',
      '10500099',
      '0099',
      '7603123456789123',
    ],
  ],
  BR: [
    ['BR1800360305000010009795493C1', 'Caixa Econômica Federal', 'CEFXBRSPXXX', '104', '00001', '0009795493'],
    ['BR1500000000000010932840814P2', 'Banco do Brasil', 'BRASBRRJXXX', '001', '00001', '0932840814'],
  ],
  JP: [
    ['', '三菱UFJ銀行', 'BOTKJPJTXXX', '0005', '001', '1234567'],
    ['', 'みずほ銀行', 'MHCBJPJTXXX', '0001', '110', '7654321'],
  ],
});

/** Accounts of a country by its two letters. */
export const accountsOf: Readonly<Record<string, readonly BankAccount[]>> = Object.fromEntries(
  Object.entries(rows).map(([country, some]) => [
    country,
    some.map(([iban, bank, swift, code, branch, number]) => ({ iban, bank, swift, code, branch, number })),
  ]),
);
