import { isObject } from '../../schemas/json.ts';
import { table } from '../../schemas/table.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { dayAfter } from '../values/day.ts';

const days: Readonly<Record<string, number>> = table({ day: 1, week: 7, month: 30, year: 365 });

function termOf(period: number): string {
  return period >= 365 ? 'yearly' : period >= 28 ? 'monthly' : period >= 7 ? 'weekly' : 'daily';
}

/** Makes a contract end with its last cycle, and its promotion not later (2.4). */
export function agreeSubscription(contract: JsonValue | undefined): void {
  if (!isObject(contract)) return;
  const {
    interval = 'day',
    interval_count = '1',
    billing_cycle = 1,
    promotion_cycle,
    contract_start,
  } = contract;
  const period = (days[String(interval)] ?? 1) * Number(interval_count);
  const cycles = Number(billing_cycle);
  if (!Number.isInteger(period * cycles) || period * cycles < 1) return;
  if (contract.contract !== undefined) contract.contract = termOf(period);
  if (typeof promotion_cycle === 'number') contract.promotion_cycle = Math.min(promotion_cycle, cycles);
  if (contract.contract_end === undefined) return;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(String(contract_start));
  contract.contract_end = dayAfter(
    isDay ? String(contract_start) : String(contract.contract_end),
    period * cycles,
  );
}
