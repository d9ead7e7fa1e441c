/** Variables that make Playwright and its parts print or write more: requests with headers and bodies, unmasked. */
const verboseVariable = /^(?:DEBUG(?:_|$)|PWDEBUG|PW_TEST_|PWTEST_|PLAYWRIGHT_)/;
/** Variables among them that only name a path: of the browser, and of reports that are masked. */
const pathVariables: readonly string[] = [
  'PLAYWRIGHT_BROWSERS_PATH',
  'PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD',
  'PLAYWRIGHT_HTML_OUTPUT_DIR',
  'PLAYWRIGHT_JUNIT_OUTPUT_FILE',
];

const isLeaking = (name: string) => verboseVariable.test(name) && !pathVariables.includes(name);

/** Removes the variables that make processes print or write what they send, before anything reads them. */
export function deleteLeaking(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (isLeaking(name)) delete environment[name];
}

/** Node options that write nothing of a process's memory; all others are refused. */
const harmless =
  /^(?:require|r|import|loader|conditions|C|input-type|preserve-symlinks(?:-main)?|(?:no-)?experimental-.*|max-(?:old|semi)-space-size(?:-percentage)?|stack-trace-limit|v8-pool-size|secure-heap(?:-min)?|use-(?:openssl|bundled|system)-ca|openssl-.*|(?:enable|force)-fips|tls-(?:cipher-list|min-.*|max-.*)|dns-result-order|(?:no-)?network-family-autoselection.*|max-http-header-size|(?:no-)?warnings|disable-warning|(?:no-|pending-|throw-)?deprecation|trace-(?:warnings|deprecation|uncaught|exit)|enable-source-maps|unhandled-rejections|icu-data-dir|disable-proto|frozen-intrinsics)$/;

/**
 * Returns what made Node print or write data of this process, keys and cards included, from its start; nothing here
 * could undo it. Undefined if there is nothing.
 */
export function whatLeaks(environment: NodeJS.ProcessEnv): string | undefined {
  const debugging = Object.keys(environment).find(
    (name) => name.startsWith('NODE_DEBUG') && environment[name] !== '',
  );
  if (debugging !== undefined) return `${debugging} makes Node print what is sent, keys included; unset it.`;
  const words = environment.NODE_OPTIONS?.match(/(?:"(?:\\.|[^"])*"|[^\s"])+/g) ?? [];
  const option = words
    .filter((word) => word.startsWith('-'))
    .map((word) => word.replace(/=.*$/s, ''))
    .find((word) => !harmless.test(word.replace(/^--?/, '').replaceAll('_', '-')));
  return option === undefined
    ? undefined
    : `NODE_OPTIONS holds ${option}, and Node may write keys and cards because of it; take it out.`;
}
