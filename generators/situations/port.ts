import { isObject } from '../../schemas/json.ts';
import type { DocumentedOperationId, JsonObject, JsonValue, JudgedExchange } from '../../schemas/types.ts';

/** How often a request that came too soon is followed by another one. */
export const mostFurther = 4;

/** From so many requests beside each other on, a situation sends them as bulk. */
export const bulkFrom = 10;

/** What a request of a situation is. */
export interface About {
  /** What the evidence calls it. */
  readonly caseName?: string;
  /** One of many like it. */
  readonly bulk?: boolean;
}

/** The one way from a situation to a service. What `send` throws ends the situation. */
export interface Port<How extends About = About> {
  send(operation: DocumentedOperationId, body: JsonObject, about?: How): Promise<JudgedExchange>;
  /** Most requests under way at a time; one after the other without it. */
  readonly width?: number;
}

/** The same way, on which every request is sent in one manner. */
export function portWith<How extends About>(port: Port<How>, how: How): Port {
  return {
    ...(port.width !== undefined && { width: port.width }),
    send: (operation, body, about) => port.send(operation, body, { ...about, ...how }),
  };
}

/** The body of a request as it was sent. */
export function sentBody({ exchange }: JudgedExchange): JsonObject {
  const { value } = exchange.sent;
  return isObject(value) ? value : {};
}

/** A member of an answer, when it is text that is not empty. */
export function textIn(answer: JsonValue | undefined, name: string): string | undefined {
  const value = isObject(answer) ? answer[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
