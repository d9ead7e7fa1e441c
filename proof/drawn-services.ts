import fc from 'fast-check';
import { deriveSeed } from '../generators/seed.ts';
import type { JsonValue } from '../schemas/types.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { didYouMean } from '../targets/nearest.ts';
import type { Freedom } from './freedoms/freedom.ts';
import { findFreedom, freedoms, type Used } from './freedoms/registry.ts';

/** The most freedoms that one service uses. */
const mostUsed = 12;

/** Services that use some of these freedoms, with parameters; they shrink to fewer and plainer ones. */
function servicesOf(rows: readonly Freedom[]): fc.Arbitrary<readonly Used[]> {
  const uses = rows.map((freedom) => freedom.parameters.map((parameters): Used => ({ freedom, parameters })));
  return fc.noBias(
    fc.uniqueArray(fc.oneof(...uses), {
      selector: ({ freedom: { name } }) => name,
      minLength: 1,
      maxLength: Math.min(mostUsed, rows.length),
      size: 'max',
    }),
  );
}

/** The services of a seed, in order; the same number is the same service, however many are drawn. */
export function drawServices(
  seed: number,
  count: number,
  rows: readonly Freedom[] = freedoms,
): readonly (readonly Used[])[] {
  const services = servicesOf(rows);
  return Array.from({ length: count }, (_, at) => {
    const [service = []] = fc.sample(services, { seed: deriveSeed(seed, `service ${at}`), numRuns: 1 });
    return service;
  });
}

/** The first parameters that a seed draws for a freedom. */
export function drawParameters({ name, parameters }: Freedom, seed = 1): JsonValue {
  const [drawn = null] = fc.sample(fc.noBias(parameters), { seed: deriveSeed(seed, name), numRuns: 1 });
  return drawn;
}

/**
 * The smallest service that still fails, from the freedoms and parameters of one that does. Freedoms are left out one
 * after the other; then the parameters of those that stay are made plainer.
 */
export async function shrinkService(
  service: readonly Used[],
  fails: (service: readonly Used[]) => Promise<boolean>,
): Promise<readonly Used[]> {
  let smallest = service;
  for (const one of service) {
    const fewer = smallest.filter((other) => other !== one);
    if (fewer.length > 0 && (await fails(fewer))) smallest = fewer;
  }
  for (const one of smallest) {
    for (const parameters of plainerThan(one.parameters)) {
      const plainer = smallest.map((other) =>
        other.freedom === one.freedom ? { ...one, parameters } : other,
      );
      if (await fails(plainer)) {
        smallest = plainer;
        break;
      }
    }
  }
  return smallest;
}

/** Parameters with one entry of a list, the fewest first. */
function plainerThan(parameters: JsonValue): readonly JsonValue[] {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return [];
  return Object.entries(parameters).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 1 ? value.map((one) => ({ ...parameters, [name]: [one] })) : [],
  );
}

/** A freedom in use as a word of a command line: its name, and its parameters as JSON. */
export function writeUsed({ freedom: { name }, parameters }: Used): string {
  return `${name}=${JSON.stringify(parameters)}`;
}

/** Reads `NAME` or `NAME=JSON`; without parameters, those of the seed. Throws `ConfigurationError`. */
export function readUsed(text: string, seed = 1): Used {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const freedom = findFreedom(name);
  if (freedom === undefined)
    throw new ConfigurationError(
      `no freedom is called "${name}".${didYouMean(
        name,
        freedoms.map((one) => one.name),
      )}`,
    );
  return {
    freedom,
    parameters: at < 0 ? drawParameters(freedom, seed) : parametersIn(text.slice(at + 1), freedom),
  };
}

/** Parameters as JSON; their members must be those that the freedom has. */
function parametersIn(text: string, freedom: Freedom): JsonValue {
  const shape = drawParameters(freedom);
  try {
    const read = JSON.parse(text) as JsonValue;
    if (shapeOf(read) === shapeOf(shape)) return read;
  } catch {
    // Said below.
  }
  throw new ConfigurationError(
    `the parameters of ${freedom.name} are not as in ${writeUsed({ freedom, parameters: shape })}`,
  );
}

function shapeOf(value: JsonValue): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'a value';
  return Object.keys(value).sort().join();
}
