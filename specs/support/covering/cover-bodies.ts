import { withText } from '../../../generators/covering.ts';
import { type BodyClass, bodyClasses } from '../../../generators/value-classes.ts';
import { certificationRuns } from '../../../schemas/certification.ts';
import { bodyField, refusalText, type SentOutcome } from '../../../schemas/history/sent.ts';
import { mayBeDone } from '../../../schemas/history/states.ts';
import { reversed } from '../../../schemas/media/json.ts';
import { bodyFormats } from '../../../schemas/opening.ts';
import { encodingOfType, operationOf } from '../../../schemas/operations.ts';
import { unmetPrerequisite } from '../../../schemas/skip-reasons.ts';
import type {
  DocumentedOperationId,
  Encoding,
  JsonObject,
  JudgedExchange,
  Observation,
} from '../../../schemas/types.ts';
import { encodeRequest } from '../../../targets/sending/wire-request.ts';
import type { Harness } from '../harness.ts';
import { untilDecided, withRetries } from '../retries.ts';
import { bodyOf } from '../sendable.ts';
import type { Service, Situation } from '../service.ts';
import { validBody } from '../valid-body.ts';
import { startCoverage } from './coverage.ts';
import { namedContract } from './named-contract.ts';
import { hasTrouble, type Trouble, troublesOf } from './trouble.ts';

const field = bodyField;

/** The operation and encoding whose bodies a test sends. */
interface Subject {
  readonly operation: DocumentedOperationId;
  readonly encoding: Encoding;
  readonly service: Service;
  readonly harness: Harness;
}

/** The encodings in which an operation is sent: that of the target file, and that which the document declares. */
function typesOf(
  operation: DocumentedOperationId,
  { settings: { target } }: Harness,
): readonly (readonly [Encoding, NonNullable<Situation['intent']>])[] {
  const { declares, encoding } = operationOf(operation);
  const own = target.encodings[operation]?.encoding ?? encoding;
  const declared = declares === undefined ? own : encodingOfType[declares];
  // The document shows neither root nor layout of a declared type that the target file does not name.
  return declared === own
    ? [[own, 'valid']]
    : [
        [own, 'valid'],
        [declared, 'odd'],
      ];
}

/** A new body, with a text in one of its fields where a body class shows only in such a text. */
async function freshBody({ operation, service }: Subject, text?: string): Promise<JsonObject | undefined> {
  if (text !== undefined && operation === 'cancel-subscription') return namedContract(service, text);
  // Fields for free text are optional.
  const shape = text === undefined ? service.shapeOf(operation) : 'full';
  const body = bodyOf(await validBody(service, operation, shape));
  return text === undefined ? body : withText(operation, service.context, body, text);
}

const orderedFor = ({ order }: BodyClass, body: JsonObject): JsonObject =>
  order === undefined ? body : reversed(body);

/** Returns whether a body class changes this body: whether the usual writing gives another text. */
function changesBody({ operation, harness, encoding }: Subject, one: BodyClass, body: JsonObject): boolean {
  const written = (value: JsonObject, style: BodyClass['style']) =>
    encodeRequest(operation, value, harness.settings.target, { encoding, style }).body;
  return one.usual === true || written(orderedFor(one, body), one.style) !== written(body, {});
}

async function troubleOf(
  subject: Subject,
  one: BodyClass,
  body: JsonObject,
  control: JudgedExchange,
): Promise<Trouble | 'unclear' | undefined> {
  const { operation, encoding, service } = subject;
  const { id, style, text, odd } = one;
  const written = { encoding, style, writes: id, intent: odd === true ? 'odd' : 'valid' } as const;
  const again = async () =>
    (await freshBody(subject, text)) ??
    service.cannot(`${unmetPrerequisite}: a payment with a subscription returned no recurring_id`);
  const judged = await withRetries(async (attempt) =>
    service.send(operation, orderedFor(one, attempt === 0 ? body : await again()), {
      ...written,
      caseName: `body/${id}`,
    }),
  );
  const [trouble] = troublesOf(judged, control);
  if (trouble === undefined) return judged.judgement.outcome === 'accepted' ? undefined : 'unclear';
  if (text !== undefined) {
    // The service may refuse the text itself and not its writing.
    const plain = { encoding, caseName: `body/text of ${id}` };
    const judgedPlain = await withRetries(async () => service.send(operation, await again(), plain));
    if (hasTrouble(judgedPlain, control, trouble)) return 'unclear';
  }
  // The finding of the second request names the body class.
  await service.send(operation, orderedFor(one, await again()), {
    ...written,
    caseName: `body/${id} again`,
    carries: { field, class: id },
  });
  return trouble;
}

/** The outcome of a body class; undefined when it would not change any value of the request. */
async function outcomeOf(
  subject: Subject,
  one: BodyClass,
  control: JudgedExchange,
): Promise<SentOutcome | undefined> {
  const body = await freshBody(subject, one.text);
  if (body === undefined || !changesBody(subject, one, body)) return undefined;
  const trouble = await troubleOf(subject, one, body, control);
  return typeof trouble === 'object' ? trouble.outcome : (trouble ?? 'accepted');
}

async function coverType(subject: Subject, control: JudgedExchange): Promise<void> {
  const { operation, encoding, service, harness } = subject;
  const classes = bodyClasses[encoding];
  const count = Math.ceil(classes.length * Math.min(1, service.runs / certificationRuns));
  const pairs = classes.map(({ id }) => ({ field, class: id }));
  const coverage = startCoverage(operation, pairs);
  const refused: string[] = [];
  try {
    if (control.judgement.outcome !== 'accepted') {
      const why = `the service does not take such a request in ${encoding}`;
      return coverage.leave(pairs.map((pair) => ({ ...pair, why })));
    }
    await coverage.beside((note) =>
      service.beside(classes.slice(0, count), async (own, one) => {
        const pair = { field, class: one.id };
        const outcome = await outcomeOf({ ...subject, service: own }, one, control);
        if (outcome === undefined)
          return coverage.leave([{ ...pair, why: 'no value of such a request is written otherwise' }]);
        note([pair], outcome);
        if (outcome === 'refused') refused.push(one.id);
      }),
    );
    await coverage.settle(async () =>
      service.send(operation, (await freshBody(subject)) ?? {}, {
        encoding,
        caseName: `body in ${encoding}`,
      }),
    );
  } finally {
    const { origin } = control.exchange;
    const why =
      count === classes.length
        ? 'the test ended before'
        : `a run of ${service.runs} cases sends ${count} of ${classes.length} ways to write a body in ${encoding}`;
    harness.evidence.note({ kind: 'sent', origin, ...coverage.row(why) });
    // The document shows neither all types that a service reads (C-01) nor what is signed (5.5).
    const observations = classes.flatMap(({ id }): Observation[] => {
      const text = refusalText(field, id);
      if (!refused.includes(id)) return [];
      return [{ clause: '4/body-type/matrix', operation, fingerprint: text, detail: text }];
    });
    if (observations.length > 0) harness.evidence.note({ kind: 'observed', origin, observations });
  }
}

/** Sends an operation in each further writing, until an answer leaves open whether it was done. */
async function tryWritings(
  service: Service,
  operation: DocumentedOperationId,
  { exchange: { sent } }: JudgedExchange,
): Promise<void> {
  for (const { encoding, contentType } of bodyFormats) {
    if (encoding === sent.encoding && contentType === sent.headers['content-type']) continue;
    const caseName = `${encoding} as ${contentType}`;
    const how = { intent: 'odd', encoding, contentType, caseName } as const;
    const judged = await withRetries(async () =>
      service.send(operation, await validBody(service, operation, 'full'), how),
    );
    if (mayBeDone(judged)) return;
  }
}

/** Sends every type that section 4 declares or shows (C-01) in every writing, and records the outcomes. */
export async function coverBodies(
  service: Service,
  harness: Harness,
  operation: DocumentedOperationId,
): Promise<void> {
  for (const [encoding, intent] of typesOf(operation, harness)) {
    const subject = { operation, encoding, service, harness };
    const how = { encoding, intent, caseName: `body in ${encoding}` };
    const control = await untilDecided(async () =>
      service.send(operation, (await freshBody(subject)) ?? {}, how),
    );
    if (intent === 'valid' && !mayBeDone(control)) await tryWritings(service, operation, control);
    await coverType(subject, intent === 'valid' ? service.need(control) : control);
  }
}
