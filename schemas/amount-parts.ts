/** Request fields of a payment that hold its amount or a part of it; all are decimal strings (2.2). */
export const amountParts = [
  'amount',
  'item_total',
  'shipping',
  'handling',
  'tax_total',
  'insurance',
  'shipping_discount',
  'discount',
] as const;
