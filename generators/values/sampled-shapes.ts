/** Shapes of which the document shows a few values and states nothing else (2.14). */
export const sampledShapes: ReadonlySet<string> = new Set([
  'threeDSecureMode',
  'tokenFlag',
  'interval',
  'paymentMethod',
  'payoutMethod',
  'reviewFlag',
  'entityType',
  'feePayer',
  'swiftChargeOption',
  'fundSource',
]);

/** Shapes of codes: the sampled ones, and one whose format is stated but not its values (2.2). */
export const codeShapes: ReadonlySet<string> = new Set([...sampledShapes, 'challengeWindowSize']);
