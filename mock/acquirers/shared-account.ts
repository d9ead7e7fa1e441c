import type { Acquirer } from './acquirer.ts';
import { type Language, speaks } from './habits/answers.ts';
import { cancelsBeforeCapture } from './habits/captures.ts';
import { sharesTheAccount } from './habits/others.ts';
import { registeredAddresses } from './habits/wire.ts';
import { cancelledUncaptured } from './lives.ts';

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

/** An acquirer whose merchants also have tills. */
export const sharedAccount: Acquirer = {
  name: 'shared-account',
  description: 'An acquirer whose merchants also have tills: the account is never theirs alone.',
  habits: [sharesTheAccount, registeredAddresses('127.0.0.1', '::1'), cancelsBeforeCapture, speaks(spanish)],
  life: cancelledUncaptured,
  announces: [],
};
