import { classOf } from './classes.ts';
import { isDocumentedName } from './documented.ts';
import { maskFreeText, nothingLeft } from './free-text.ts';
import { maskOf } from './masks.ts';
import { mark, type Place, type Scope } from './scope.ts';

// 5.6 shows no credential in a header, so every header that sounds like one is taken for one.
const credential = /auth|cookie|key|token|secret|sign|session|password|credential/i;

/** Whether the name of a header sounds like one with a credential; its value is a mask in every report. */
export function isCredentialHeader(name: string): boolean {
  return credential.test(name);
}

// HTTP knows no capitals in names of headers, so a person's name comes in small letters there.
function personsIn({ secrets }: Scope): readonly (readonly [string, string])[] {
  return [...secrets]
    .filter(([secret]) => secret.length >= 6 && /^\p{L}{6,}$/u.test(secret))
    .map(([secret, mask]) => [secret.toLowerCase(), mask.toLowerCase()] as const);
}

// Most headers hold no name, and to tell so costs less than to tell which secrets are names.
function mayHoldPerson({ secrets }: Scope, names: string): boolean {
  for (const secret of secrets.keys())
    if (secret.length >= 6 && names.includes(secret.toLowerCase())) return true;
  return false;
}

function withoutNames(name: string, persons: ReturnType<typeof personsIn>): string {
  return persons.reduce((shown, [person, mask]) => shown.replaceAll(person, mask), name);
}

/** Masks the values of headers, and names that hold a secret themselves. */
export function maskHeaders(headers: Readonly<Record<string, string>>, place: Place): Record<string, string> {
  const { scope } = place;
  const persons = mayHoldPerson(scope, Object.keys(headers).join('\n')) ? personsIn(scope) : [];
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const open = withoutNames(name, persons);
      const shown = isDocumentedName(open) ? open : maskFreeText(open, scope, 'field');
      const secret = isCredentialHeader(name) ? 'token' : classOf(name);
      const masked =
        secret === undefined ? nothingLeft(maskFreeText(value, scope), scope) : maskOf(secret, value);
      if (masked !== value || shown !== name) mark(place, shown);
      return [shown, masked];
    }),
  );
}
