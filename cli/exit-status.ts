/** The exit statuses of every command (verdict policy, section 3). */
export const exitStatus = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  suiteError: 4,
} as const;
