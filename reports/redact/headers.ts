import { classOf } from './classes.ts';
import { maskFreeText } from './free-text.ts';
import { maskName } from './leaves.ts';
import { maskOf } from './masks.ts';
import { mark, type Place, type Scope } from './scope.ts';

// 5.6 shows no credential in a header, so every header that sounds like one is taken for one.
const credential = /auth|cookie|key|token|secret|sign|session|password|credential/i;

/** Whether the name of a header sounds like one with a credential; its value is a mask in every report. */
export function isCredentialHeader(name: string): boolean {
  return credential.test(name);
}

// HTTP knows no capitals in names of headers, so a person's name comes in small letters there.
function withoutNames(name: string, { secrets }: Scope): string {
  let shown = name;
  for (const [secret, mask] of secrets)
    if (/^\p{L}{6,}$/u.test(secret)) shown = shown.replaceAll(secret.toLowerCase(), mask.toLowerCase());
  return shown;
}

/** Masks the values of headers, and names that hold a secret themselves. */
export function maskHeaders(headers: Readonly<Record<string, string>>, place: Place): Record<string, string> {
  const sweeping = { ...place, sweeps: true };
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const shown = maskName(withoutNames(name, place.scope), sweeping);
      const secret = isCredentialHeader(name) ? 'token' : classOf(name);
      const masked = secret === undefined ? maskFreeText(value, place.scope) : maskOf(secret, value);
      if (masked !== value || shown !== name) mark(place, shown);
      return [shown, masked];
    }),
  );
}
