import type { FormStyle } from './form.ts';
import type { JsonStyle } from './json.ts';
import type { XmlLayout } from './xml-write.ts';

/** How a body is written where its type allows a choice; the layout settings of the target stay unchanged. */
export interface BodyStyle {
  readonly json?: JsonStyle;
  readonly form?: FormStyle;
  readonly xml?: Omit<XmlLayout, 'root' | 'entries'>;
}
