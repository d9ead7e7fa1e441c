/** Members in which services tell what became of a call, the documented ones first: with a code, or in words for people alone. */
const tells = {
  return_status: 'code',
  return_message: 'code',
  result_info: 'code',
  result_status: 'code',
  cancel_status: 'code',
  error_message: 'code',
  failure_type: 'code',
  failure_reason: 'words',
  code: 'code',
  error_code: 'code',
  error: 'code',
  message: 'words',
  detail: 'words',
  title: 'words',
} as const satisfies Record<string, 'code' | 'words'>;

/** Names of the members in which services tell why, in the order in which they are told. */
export const tellingMembers = Object.keys(tells) as readonly (keyof typeof tells)[];

/** Tells a member of an entry that says what became of it: its status or its text (7.2). */
export function tellsOfEntry(name: string): boolean {
  return /(?:_status|_message)$/.test(name);
}

/** Tells a member that holds a code, or begins with one. */
export function holdsCode(name: string): boolean {
  return tellsOfEntry(name) || (tells as Readonly<Record<string, string>>)[name] === 'code';
}
