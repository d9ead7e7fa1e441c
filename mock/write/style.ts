import type { JsonObject } from '../../schemas/types.ts';
import type { Page } from '../reply.ts';

/** How values become text, and under which Content-Type; an absent type sends no header. */
export interface Style {
  json(value: JsonObject): string;
  xml(root: string, value: JsonObject): string;
  html(page: Page): string;
  readonly types: {
    readonly json: string | undefined;
    readonly xml: string | undefined;
    readonly html: string | undefined;
  };
}
