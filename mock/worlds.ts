import type { DocumentedOperationId } from '../schemas/types.ts';
import { changeOf } from './acquirers/acquirer.ts';
import { findAcquirer } from './acquirers/registry.ts';
import type { Guard } from './admission.ts';
import type { Behaviour, BehaviourOf, Change, ChangeOf } from './behaviour.ts';
import { findFault } from './faults/registry.ts';
import { plainBehaviour } from './plain.ts';
import { emptyStore } from './state/store.ts';
import { openWorld, type World } from './world.ts';

/** Maximum number of worlds besides the main one; the least recently used one is dropped with its memory. */
export const mostWorlds = 64;

/** All endpoints of one process. */
export interface Worlds {
  readonly main: World;
  /** A world like the main one with its own memory, created at the first use. */
  space(name: string): World;
  /** The world of a fault, created at the first use; undefined for an unknown id. */
  fault(id: string): World | undefined;
  /** Clears the memory of all worlds, like a restart with an empty database. */
  forget(): void;
}

/** The kind of the main world: plain, changed, with a fault, or changed with a fault. */
export interface MainWorld {
  readonly fault?: string;
  /** An acquirer, to which the changes and faults then apply. */
  readonly acquirer?: string;
  /** How each operation differs. */
  readonly changeOf?: ChangeOf;
  /** A further change, for misfits. */
  readonly change?: Change;
}

/** Opens the worlds of a process; throws on an unknown acquirer or fault. */
export function openWorlds(main: MainWorld, guard: Guard): Worlds {
  const opened = new Map<string, World>();
  const reopen = (name: string, open: () => World): World => {
    const world = opened.get(name) ?? open();
    opened.delete(name);
    opened.set(name, world);
    const oldest = opened.keys().next();
    if (opened.size > mostWorlds && !oldest.done) opened.delete(oldest.value);
    return world;
  };
  const base = behaviourOf(main);
  const whole = openMain(main, base, guard);
  return {
    main: whole,
    space: (name) => reopen(`spaces/${name}`, () => openWorld(whole.name, whole.behaviourOf, guard)),
    fault(id) {
      const fault = findFault(id);
      if (fault === undefined) return undefined;
      return reopen(`faults/${id}`, () => openWorld(`faults/${id}`, sameForAll(fault.change(base)), guard));
    },
    forget() {
      opened.clear();
      emptyStore(whole.store);
    },
  };
}

function behaviourOf({ acquirer }: MainWorld): Behaviour {
  const found = acquirer === undefined ? undefined : findAcquirer(acquirer);
  if (acquirer !== undefined && found === undefined) throw new Error(`no acquirer is called "${acquirer}"`);
  return found === undefined ? plainBehaviour : changeOf(found)(plainBehaviour);
}

/** The same behaviour for all operations. */
const sameForAll =
  (behaviour: Behaviour): BehaviourOf =>
  () =>
    behaviour;

function openMain({ acquirer, fault, change, changeOf }: MainWorld, base: Behaviour, guard: Guard): World {
  const planted = fault === undefined ? undefined : findFault(fault);
  if (fault !== undefined && planted === undefined) throw new Error(`no fault is called "${fault}"`);
  const name = [
    acquirer === undefined ? [] : `acquirers/${acquirer}`,
    fault === undefined ? [] : `faults/${fault}`,
    change === undefined && changeOf === undefined ? [] : 'a change of its own',
  ].flat();
  const further = (behaviour: Behaviour): Behaviour => {
    const faulty = planted?.change(behaviour) ?? behaviour;
    return change?.(faulty) ?? faulty;
  };
  if (changeOf === undefined)
    return openWorld(name.join(' with ') || 'plain', sameForAll(further(base)), guard);
  const made = new Map<DocumentedOperationId, Behaviour>();
  const behaviourOf: BehaviourOf = (operation) => {
    const known = made.get(operation) ?? further(changeOf(operation)?.(base) ?? base);
    made.set(operation, known);
    return known;
  };
  return openWorld(name.join(' with '), behaviourOf, guard);
}
