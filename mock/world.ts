import { readRequest } from '../schemas/read-request.ts';
import { admit, type Guard } from './admission.ts';
import { fillListed } from './fill-listed.ts';
import type { MannerOf } from './manner.ts';
import type { Notice } from './notices.ts';
import type { Desk } from './operations/desk.ts';
import { handlers } from './operations/registry.ts';
import { type Refusal, refusal } from './refusal.ts';
import type { About, Reply, Wire } from './reply.ts';
import { createStore, type Store } from './state/store.ts';
import { writeReply } from './write/write-reply.ts';

/** One endpoint with a manner and a memory of its own; several live in one process under path prefixes. */
export interface World {
  /** `plain`, `dialects/<name>`, `faults/<id>`, `acquirers/<name>` or `a change of its own`, several joined by `with`. */
  readonly name: string;
  readonly mannerOf: MannerOf;
  readonly guard: Guard;
  readonly store: Store;
}

/** One call as it arrived. */
export interface Call {
  /** Path below the world's prefix, one of section 1. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  /** Address of the caller. */
  readonly address: string;
  readonly base: string;
  readonly prefix: string;
}

/** What a call led to. */
export interface Outcome {
  readonly about: About;
  /** Why the call was refused as a whole; absent when it was processed. */
  readonly refused?: Refusal;
  readonly wire: Wire;
  readonly notices: readonly Notice[];
}

/** Opens a world with an empty memory. */
export function openWorld(name: string, mannerOf: MannerOf, guard: Guard): World {
  return { name, mannerOf, guard, store: createStore() };
}

// Making one takes as long as what it reads.
const decoder = new TextDecoder();

/** Answers one call: read, admit, handle, reshape, write. */
export function answerCall(world: World, call: Call): Outcome {
  const { store } = world;
  const read = readRequest(call.path, call.bytes, call.contentType);
  const manner = world.mannerOf(read.operation);
  const about: About = {
    operation: read.operation,
    encoding: read.encoding,
    body: decoder.decode(call.bytes),
    request: read.ok ? manner.readAs(read.operation, read.value) : {},
    memo: store.memo,
  };
  const desk: Desk = { manner, store, base: call.base, prefix: call.prefix, notices: [] };
  const decided =
    manner.turnAway(about) ??
    (read.ok ? decide(about, world.guard, call, desk) : refusal('unreadable', read.reason));
  const plain = 'kind' in decided ? manner.refuse(decided, about) : decided;
  const reply = manner.reshape.reduce((shaped, step) => step(shaped, about), plain);
  const wire = manner.rewire.reduce(
    (written, step) => step(written, about, reply),
    writeReply(reply, manner.style),
  );
  return { about, ...('kind' in decided ? { refused: decided } : {}), wire, notices: desk.notices };
}

function decide(about: About, guard: Guard, call: Call, desk: Desk): Reply | Refusal {
  const { decide: decisions } = desk.manner;
  const refused = admit(about.operation, about.request, call.address, decisions, guard);
  const answered = refused ?? decisions.objection(about) ?? handlers[about.operation](about.request, desk);
  return 'kind' in answered ? answered : fillListed(answered, about);
}
