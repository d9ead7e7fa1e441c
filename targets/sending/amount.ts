import { documentedOperations, effectOf, movesAmount } from '../../schemas/operations.ts';
import type {
  DocumentedOperationId,
  Effect,
  JsonObject,
  JsonValue,
  OperationId,
} from '../../schemas/types.ts';
import { isIndex, kindOf, plainName } from './own-values.ts';
import { type Members, membersIn, membersOf, type Reading } from './readings.ts';

/** Effects in ascending order; the last cannot be reversed. */
const ascendingEffects: readonly Effect[] = ['reads', 'creates', 'moves-money', 'irreversible'];

/** The effects of some operations, in ascending order. */
export function effectsOf(operations: readonly OperationId[]): readonly Effect[] {
  const found = new Set(operations.map(effectOf));
  return ascendingEffects.filter((effect) => found.has(effect));
}

/** The operations whose documented path is part of one of some paths. */
export function operationsAt(paths: readonly string[]): readonly DocumentedOperationId[] {
  return documentedOperations
    .filter(({ path }) => paths.some((one) => one.includes(`${path.toLowerCase()}/`)))
    .map(({ id }) => id);
}

/** The sum of the amounts that a request may move, as plain numbers; 0 for reads and cancellations. */
export function amountMoved(operation: OperationId, body: JsonObject): number {
  return movesAmount(operation) ? amountNamed(operation, body) : 0;
}

/** The amount that a request names, cancellations included: the largest of each entry or of the body. */
export function amountNamed(operation: OperationId, body: JsonObject): number {
  return amountIn([operation], membersIn(body));
}

/** The amount in any reading of a request under any of some operations: the sum of all lists, or the largest amount. */
export function amountIn(operations: readonly OperationId[], members: Members): number {
  if (operations.every((one) => effectOf(one) === 'reads')) return 0;
  const isRefund = operations.every((one) => one === 'refund');
  const cycles = Math.max(
    1,
    largestOf(members, (name) => /^billingcycles?$/.test(name)),
  );
  return moneyOf(members, { isRefund, isOwnList: false, cycles });
}

interface Counting {
  readonly isRefund: boolean;
  /** True in the list whose entries request a part of their amount. */
  readonly isOwnList: boolean;
  /** Number of charges of a subscription. */
  readonly cycles: number;
}

function moneyOf(members: Members, counting: Counting): number {
  const counted = members.filter(([name]) => !isRefunded(members, name, counting));
  const isList = counted.some(([name]) => isIndex(name));
  const isSummed = isList && counted.some(([, entry]) => namesMoney(entry));
  let most = 0;
  let sum = 0;
  for (const [written, value] of counted) {
    const name = plainName(written);
    if (kindOf(name) === 'money') {
      const times = name.startsWith('contract') ? counting.cycles : 1;
      most = Math.max(most, times * largestOf([['', value]], () => true));
    } else if (typeof value !== 'string') {
      const own = name === '' ? counting.isOwnList : name === 'refundorders';
      const money = moneyOf(value, { ...counting, isOwnList: counting.isRefund && own });
      if (isSummed || /orders?$/.test(name)) sum += money;
      else most = Math.max(most, money);
    }
  }
  return Math.max(most, sum);
}

function namesMoney(entry: Reading): boolean {
  return membersOf(entry).some(([name]) => kindOf(plainName(name)) === 'money');
}

// A refund requests `refund_amount` of an `amount`; without a plain value a service may refund all of it.
function isRefunded(members: Members, name: string, { isOwnList }: Counting): boolean {
  if (!isOwnList || plainName(name) !== 'amount') return false;
  const asked = members.filter(([own]) => plainName(own) === 'refundamount').map(([, value]) => value);
  return asked.length > 0 && asked.every((one) => typeof one === 'string' && isPlainPositive(one));
}

const isPlainPositive = (text: string) => /^\d+(?:\.\d+)?$/.test(text) && Number(text) > 0;

function largestOf(members: Members, isMeant: (name: string) => boolean): number {
  return members.reduce((most, [name, value]) => {
    const isOwn = isMeant(plainName(name));
    if (typeof value === 'string') return isOwn ? Math.max(most, numberIn(value)) : most;
    return Math.max(most, largestOf(value, isOwn ? () => true : isMeant));
  }, 0);
}

/** The largest number that a service could read in an amount in any writing, lists and objects included. */
export function numberIn(value: JsonValue | undefined): number {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce<number>((most, part) => Math.max(most, numberIn(part)), 0);
  if (typeof value !== 'string' && typeof value !== 'number') return 0;
  const written = String(value);
  // Most amounts are plain numbers.
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(written)) return Number(written);
  // Digits of other scripts count as 9, the largest possible.
  const text = written
    .normalize('NFKC')
    .replaceAll(/(?![0-9])\p{Nd}/gu, '9')
    .trim();
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return Math.abs(Number(text));
  const digits = Number(text.replace(/\D/g, ''));
  const read = Number(text);
  return Number.isNaN(read) ? digits : Math.max(Math.abs(read), digits);
}
