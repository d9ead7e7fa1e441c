/** Shapes of which the document shows a few values and says that nothing else about them is shown (2.14). */
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

/** Shapes of codes: those, and one whose form is stated and whose values are not (2.2). */
export const codeShapes: ReadonlySet<string> = new Set([...sampledShapes, 'challengeWindowSize']);
