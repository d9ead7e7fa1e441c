import type { FormStyle } from './form.ts';
import type { JsonStyle } from './json.ts';
import type { XmlLayout } from './xml.ts';

/** How a body is written where its type leaves a choice; what a target says about its layout stays as it is. */
export interface BodyStyle {
  readonly json?: JsonStyle;
  readonly form?: FormStyle;
  readonly xml?: Omit<XmlLayout, 'root' | 'entries'>;
}
