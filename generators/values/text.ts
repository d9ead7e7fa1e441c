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

/** Plain free text, including the empty text, as in the samples. */
export const sentences: readonly string[] = [
  '',
  'Leave the parcel at the door',
  'Order placed by phone',
  'Gift, no invoice in the box please',
  'Ring twice; second floor, left',
  'Repeat customer - see order of last month',
];

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
