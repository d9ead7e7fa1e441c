/** Names and sentences in various scripts, widths and directions. */
export const scripts: readonly string[] = [
  'Zażółć gęślą jaźń',
  'Ærøskøbing Øl & Brød',
  'Ελένη Παπαδοπούλου',
  'Дарья Ёлкина',
  'محمد العربي',
  'שרה כהן',
  '山田 太郎',
  '김민수',
  'ปรีชา ใจดี',
  'हिन्दी नमस्ते',
  'Nguyễn Thị Ánh',
  'İstanbul ıIiİ',
  'Straße ẞ ﬁ',
  'Zoe\u0308 combining',
  '𠮷野家 𝒜stral',
  '👩‍👩‍👧 🇧🇷 👍🏽',
];

/** What a shopper writes with an order; often nothing. */
export const notes: readonly string[] = [
  '',
  'Leave the parcel at the door',
  'Please pack it as a gift',
  'Gift, no invoice in the box please',
  'Ring twice; second floor, left',
  'Deliver after 5 pm, call before',
];

/** What a shop keeps with an order for itself. */
export const merchantData: readonly string[] = [
  'basket 48213; newsletter',
  'channel=web; campaign=spring',
  'store 12, till 3',
  'customer since 2019 - free returns',
];

/** Why a shop gives money back. */
export const refundReasons: readonly string[] = [
  'Item arrived damaged',
  'Returned within 14 days',
  'Wrong size delivered',
  'Parcel lost by the carrier; customer informed',
  'Out of stock, order shortened',
  'Price adjusted - goodwill',
];

/** What a payout is for. */
export const payoutReasons: readonly string[] = [
  'Invoice',
  'Settlement of sales',
  'Refund of a deposit',
  'Commission',
];

/** What a finance team keeps with a payout for itself. */
export const payoutData: readonly string[] = [
  'Cost centre 4100; supplier 20417',
  'Payment run 23, approved by treasury',
  'Contract 2210, second instalment',
  'Marketplace seller 8841 - weekly settlement',
];

/** Names of contracts for a subscription, without a term, which is a member of its own. */
export const contractNames: readonly string[] = ['premium-club', 'coffee box', 'Streaming plus'];

/** Lengths of the shape `long`, in characters: around and well beyond common column sizes. */
export const longLengths = [255, 256, 257, 500, 1000] as const;

/** Text of exactly `length` characters. */
export function textOf(length: number): string {
  return 'lorem ipsum dolor sit amet '.repeat(Math.ceil(length / 27)).slice(0, length);
}

/** Texts that an interpreter behind the service might execute. */
export const injections = {
  sql: "' OR '1'='1'; --",
  markup: '<script>alert(1)</script>',
  entity: ']]>&xxe;<!-- " \' -->',
  template: '{{7*7}}<%= 7*7 %>#{7*7}',
  shell: '$(sleep 0);`id`|cat',
  path: '../../../../etc/passwd%00',
  header: 'a\r\nX-Injected: yes',
  items: '#;#a#,#b#;#',
} as const satisfies Record<string, string>;

/** Control characters that JSON allows and XML 1.0 does not, with a tab and a line break. */
export const controlCharacters = 'a\u0000b\u0008c\td\r\ne\u001b[31mf\u007f';
