import { onTestFinished } from 'vitest';
import { serveExplore } from '../../cli/explore/serve.ts';
import { openSession } from '../../cli/explore/session.ts';
import type { TargetChoice } from '../../cli/option-values.ts';
import type { JsonObject } from '../../schemas/types.ts';

/** A request as the page gets it drawn. */
export interface Made {
  readonly id: number;
  readonly cases: readonly { readonly name: string; readonly expectation: string }[];
  readonly expectation: string;
  readonly clause?: string;
  readonly payments?: string;
  readonly body: JsonObject;
  readonly fields: readonly {
    readonly path: string;
    readonly values: readonly { readonly id: string; readonly value: unknown }[];
  }[];
}

/** What the page is told of a request that was sent. */
export interface Told {
  readonly error?: string;
  readonly request: JsonObject;
  readonly text: string;
  readonly outcome: string;
  readonly grade: string;
  readonly findings: readonly { readonly clause: string; readonly path: string }[];
  readonly curl: string;
}

/** Serves the page of explore until the test ends, and asks its server as the page does. */
export async function servedExplore(choice: TargetChoice = {}) {
  const session = await openSession(choice);
  onTestFinished(() => session.close());
  const served = await serveExplore(session);
  onTestFinished(() => served.close());

  async function post<Answer>(path: string, body: object): Promise<{ status: number; told: Answer }> {
    const answer = await fetch(`${served.url}api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, told: (await answer.json()) as Answer };
  }
  const make = async (wish: { readonly operation: string } & Record<string, unknown>) =>
    (await post<Made>('case', { kind: 'valid', seed: 11, ...wish })).told;
  const pay = async (made: Made) => {
    const { status, told } = await post<Made & Told>('pay', { id: made.id });
    return { status, error: told.error, made: { ...made, ...told } };
  };
  /** Draws a request, and pays for what it needs, as far as the target allows. */
  const paid = async (wish: Parameters<typeof make>[0]) => {
    const made = await make(wish);
    return made.payments === undefined ? made : (await pay(made)).made;
  };
  const send = ({ id, body }: Pick<Made, 'id' | 'body'>, change: JsonObject = {}) =>
    post<Told>('send', { id, body: { ...body, ...change } });
  return { make, pay, paid, send };
}
