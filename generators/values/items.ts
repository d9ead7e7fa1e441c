/** Separator of the records of `items` (2.2). */
const recordSeparator = '#;#';
/** Separator of the fields of one record of `items` (2.2). */
const fieldSeparator = '#,#';

/** Four fields, as in the samples; the meaning of each position is not stated. */
export type ItemRecord = readonly [string, string, string, string];

/** Writes records in the encoding of the `items` field (2.2). */
export function encodeItems(records: readonly ItemRecord[]): string {
  return records.map((fields) => fields.join(fieldSeparator)).join(recordSeparator);
}

/** Parses the records that `encodeItems` wrote. */
export function itemRecords(items: string): readonly (readonly string[])[] {
  return items.split(recordSeparator).map((record) => record.split(fieldSeparator));
}
