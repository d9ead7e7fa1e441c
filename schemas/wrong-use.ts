/** Something that a user wrote cannot be used: one line that says where, what and how; exit status 2. */
export class WrongUse extends Error {}
