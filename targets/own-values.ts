import { isObject } from '../schemas/json.ts';
import { cardNumber } from '../schemas/rules/whole-card.ts';
import type { JsonObject, JsonValue } from '../schemas/types.ts';
import { currencyCodes } from './merchant-knowledge.ts';
import type { Target } from './target.ts';

/** What of a target says whose cards, currencies and merchant may be sent. */
export type OwnValues = Pick<Target, 'environment' | 'cards' | 'currencies' | 'payouts' | 'merchant'>;

/** Why a body may not be sent to a target: a card, a currency, a merchant or an account that its file does not name. */
export function whyNotOwn(body: JsonObject, target: OwnValues): string | undefined {
  if (target.environment === 'embedded') return undefined;
  const { merchant_id, account_id, ...rest } = body;
  // Further down, the same names are the shopper's (2.3).
  return (
    firstOf(
      { merchant_id: merchant_id ?? null, account_id: account_id ?? null },
      breachOf(partyRules, target),
    ) ?? firstOf(rest, breachOf(valueRules, target))
  );
}

const breachOf = (rules: readonly Rule[], target: OwnValues) => (name: string, value: string) =>
  rules.find(({ names }) => names.test(name))?.breach(name, value, target);

interface Rule {
  readonly names: RegExp;
  /** Why a text or number below such a name may not be sent. */
  breach(name: string, value: string, target: OwnValues): string | undefined;
}

// What nobody could read as a card, a currency or a name is a boundary that does no harm.
const valueRules: readonly Rule[] = [
  {
    names: /^(?:card|pan|card_?(?:no|num|number)|account_?pan)$/i,
    breach(name, value, { cards }) {
      const number = cardNumber(value.normalize('NFKC').replaceAll(/[^0-9]/g, ''));
      if (number === undefined || cards.some(({ card }) => cardNumber(card) === number)) return undefined;
      return `${name} is not among the cards of the target`;
    },
  },
  {
    names: /currency/i,
    breach(name, value, target) {
      const code = value.normalize('NFKC').trim().toUpperCase();
      const currencies = ownCurrencies(target);
      if (currencies === undefined || !/^[A-Z]{3}$/.test(code) || currencies.includes(code)) return undefined;
      return `${name} is ${code}; the target's currencies are ${currencies.join(', ')}`;
    },
  },
];

// A corridor names its currencies itself.
function ownCurrencies({ payouts = [], ...target }: OwnValues): readonly string[] | undefined {
  const codes = currencyCodes(target);
  const corridors = payouts.flatMap((one) => [one.payment_currency, one.source_currency]);
  return codes && [...new Set([...codes, ...corridors])];
}

const partyRules: readonly Rule[] = [
  {
    names: /^merchant_id$/,
    breach: (name, value, { merchant }) => foreign(name, value, [merchant.merchant_id]),
  },
  {
    names: /^account_id$/,
    breach: (name, value, { merchant }) =>
      foreign(name, value, [merchant.account_id, merchant.otherAccountId ?? merchant.account_id]),
  },
];

// The suite asks for merchants that do not exist under this name, to hear how they are refused (5.3).
const nobodys = /^unknown-/;

function foreign(name: string, value: string, own: readonly string[]): string | undefined {
  const text = value.normalize('NFKC').trim();
  if (own.includes(text) || nobodys.test(text) || !/^[\w.:@-]{1,64}$/.test(text)) return undefined;
  return `${name} is not the target's`;
}

function firstOf(
  value: JsonValue,
  tell: (name: string, text: string) => string | undefined,
  name = '',
): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return tell(name, String(value));
  const parts = Array.isArray(value)
    ? value.map((part) => [name, part] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [own, part] of parts) {
    const told = firstOf(part, tell, own);
    if (told !== undefined) return told;
  }
  return undefined;
}
