/** Variables by which Playwright, and what it is made of, can be told to print or write more: requests with headers and bodies, past every mask. */
const talking = /^(?:DEBUG(?:_|$)|PWDEBUG|PW_TEST_|PWTEST_|PLAYWRIGHT_)/;
/** Those of them that say only where something lies. */
const quiet: readonly string[] = ['PLAYWRIGHT_BROWSERS_PATH', 'PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'];

const isLeaking = (name: string) => talking.test(name) && !quiet.includes(name);

/** An environment without what makes its processes print or write what they send. */
export function withoutLeaking(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isLeaking(name)));
}

/** Takes the same away from this process, before anything reads it. */
export function dropLeaking(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (isLeaking(name)) delete environment[name];
}

/** Options of Node that write nothing of what a process holds; an option that is not among them is refused. */
const harmless =
  /^(?:require|r|import|loader|conditions|C|input-type|preserve-symlinks(?:-main)?|(?:no-)?experimental-.*|max-(?:old|semi)-space-size(?:-percentage)?|stack-trace-limit|v8-pool-size|secure-heap(?:-min)?|use-(?:openssl|bundled|system)-ca|openssl-.*|(?:enable|force)-fips|tls-(?:cipher-list|min-.*|max-.*)|dns-result-order|(?:no-)?network-family-autoselection.*|max-http-header-size|(?:no-)?warnings|disable-warning|(?:no-|pending-|throw-)?deprecation|trace-(?:warnings|deprecation|uncaught|exit)|enable-source-maps|unhandled-rejections|icu-data-dir|disable-proto|frozen-intrinsics)$/;

/**
 * Says in one line what this process was told at its start that prints or writes what it holds, keys and cards included: Node has
 * heard it already, so that nothing here could take it back. Undefined where there is no such thing.
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
