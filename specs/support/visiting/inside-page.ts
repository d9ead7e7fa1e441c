/** What a frame tells when it submits a form. */
export interface ToldForm {
  /** Names of the controls that a shopper sees. */
  readonly shown: readonly string[];
  /** The encodings that form and page name, best first. */
  readonly charsets: readonly string[];
  /** Characters of the names and values that are sent. */
  readonly size: number;
  /** The action of a form that is not the `theForm` of the page. */
  readonly other?: string;
}

/** What a frame is prepared with: the name of the binding it tells by, and the most characters of a form that it posts. */
interface Preparation {
  readonly binding: string;
  readonly most: number;
}

/**
 * Runs inside each frame before its own scripts: tells of each form that is submitted by a binding whose name the page
 * cannot know, drops pointer events, and removes what could send bytes past the routes. A form with too many characters
 * is reported instead of posted, because posting it may end the browser. It sees nothing of this module.
 */
export function prepareFrame({ binding, most }: Preparation): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
    Reflect.deleteProperty(globalThis, name);
  // No one moves a pointer here, but a browser reports one that lies still.
  for (const doing of ['move', 'over', 'out', 'enter', 'leave'])
    for (const type of [`mouse${doing}`, `pointer${doing}`])
      addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true);

  const tell: (form: ToldForm) => void = Reflect.get(globalThis, binding);
  Reflect.deleteProperty(globalThis, binding);
  const { submit } = HTMLFormElement.prototype;
  // An input with the name of a property hides that property.
  const reader = (prototype: object, name: string) =>
    Object.getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  const acceptedBy = reader(HTMLFormElement.prototype, 'acceptCharset');
  const elementsOf = reader(HTMLFormElement.prototype, 'elements');
  const encodingOf = reader(Document.prototype, 'characterSet');
  const nameOf = reader(HTMLFormElement.prototype, 'name');
  const actionOf = reader(HTMLFormElement.prototype, 'action');
  const unseen = ['hidden', 'submit', 'button', 'image', 'reset', 'fieldset', 'output'];
  const texts = ['hidden', 'text', 'textarea'];
  /** Reports a form, and returns whether it may be posted. */
  const look = (form: EventTarget | null): boolean => {
    const charsets = [...acceptedBy.call(form).split(/[\s,]+/), encodingOf.call(document)];
    let shown: string[] = [];
    let size = 0;
    try {
      const all: HTMLInputElement[] = [...elementsOf.call(form)];
      const seen = all.filter(({ type }) => !unseen.includes(type));
      shown = seen.map(({ name }) => String(name)).slice(0, 50);
      // Controls in a disabled fieldset are not sent.
      const sent = all.filter(
        (control) => control.name !== '' && texts.includes(control.type) && !control.matches(':disabled'),
      );
      for (const { name, value } of sent) size += name.length + value.length;
    } catch {
      // Controls and size stay unknown.
    }
    const isTheForm = self === top && nameOf.call(form) === 'theForm';
    tell({ shown, charsets, size, ...(isTheForm ? {} : { other: actionOf.call(form) }) });
    return size <= most;
  };
  // Both a call of `submit` and a click on a button.
  HTMLFormElement.prototype.submit = function () {
    if (look(this)) submit.call(this);
  };
  addEventListener('submit', (event) => look(event.target) || event.preventDefault(), true);
}
