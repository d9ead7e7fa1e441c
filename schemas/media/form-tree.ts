import type { JsonObject, JsonValue } from '../types.ts';
import { setMember } from './member.ts';

/** Fields in brackets while they are read: a map cannot be polluted and never grows holes. */
export interface FormBranch {
  readonly members: Map<string, FormBranch | { readonly leaf: JsonValue }>;
}

/** Starts a branch without members. */
export function formBranch(): FormBranch {
  return { members: new Map() };
}

/** Puts a value under its steps (an empty step takes the next free number); false when it replaced another one. */
export function plant(root: FormBranch, steps: readonly string[], leaf: JsonValue): boolean {
  let branch = root;
  let fresh = true;
  for (const [index, given] of steps.entries()) {
    const step = given === '' && index > 0 ? String(branch.members.size) : given;
    const before = branch.members.get(step);
    if (index === steps.length - 1) {
      branch.members.set(step, { leaf });
      return fresh && before === undefined;
    }
    if (before === undefined || 'leaf' in before) {
      if (before !== undefined) fresh = false;
      const next = formBranch();
      branch.members.set(step, next);
      branch = next;
    } else {
      branch = before;
    }
  }
  return fresh;
}

/** Turns a branch into a value: an array when its steps are exactly 0 to n-1, otherwise an object. */
export function foldBranch(root: FormBranch): JsonObject {
  const value: JsonObject = {};
  for (const [name, member] of root.members) setMember(value, name, foldMember(member));
  return value;
}

function foldMember(member: FormBranch | { readonly leaf: JsonValue }): JsonValue {
  if ('leaf' in member) return member.leaf;
  const entries: JsonValue[] = [];
  for (let index = 0; index < member.members.size; index += 1) {
    const entry = member.members.get(String(index));
    if (entry === undefined) return foldBranch(member);
    entries.push(foldMember(entry));
  }
  return entries;
}
