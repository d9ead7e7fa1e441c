/** Invalid user input: a one-line message says where, what and how to fix it; exit status 2. */
export class WrongUse extends Error {}
