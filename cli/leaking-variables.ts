/** Variables that make Playwright print or write requests with headers and bodies, or add a reporter that does: past every mask. */
export const leakingVariables = ['DEBUG', 'PWDEBUG', 'PW_TEST_REPORTER'] as const;

/** An environment without them. */
export function withoutLeaking(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const leaking: readonly string[] = leakingVariables;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !leaking.includes(name)));
}
