export { type BodyClass, bodyClasses } from './values/classes/body-classes.ts';
export { classesOf } from './values/classes/classes-of.ts';
export { currencyClasses } from './values/classes/code-classes.ts';
export { orderNumberClasses } from './values/classes/order-number-classes.ts';
export { emailClasses, phoneClasses } from './values/classes/shaped-classes.ts';
export { textClasses } from './values/classes/text-classes.ts';
export { drawOf, type ValueClass } from './values/classes/value-class.ts';
