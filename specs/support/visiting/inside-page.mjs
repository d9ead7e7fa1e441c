// Functions that run inside a page, before its own scripts except for the last.

/** Removes what is not needed to post a form and could send bytes past the proxy. */
export function removeSideWays() {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
    try {
      Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
    } catch {
      // This browser does not have it.
    }
  }
}

/**
 * When a form is submitted, reports its encodings, its visible controls, its number of characters, and its action if it
 * is not the `theForm` of the page.
 * @param {string} binding a name that the page cannot know
 */
export function tellOfForm(binding) {
  const tell = globalThis[binding];
  delete globalThis[binding];
  const { submit } = HTMLFormElement.prototype;
  // An input with the name of a property hides that property.
  const reader = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const acceptedBy = reader(HTMLFormElement.prototype, 'acceptCharset');
  const elementsOf = reader(HTMLFormElement.prototype, 'elements');
  const encodingOf = reader(Document.prototype, 'characterSet');
  const [nameOf, actionOf] = ['name', 'action'].map((name) => reader(HTMLFormElement.prototype, name));
  const isTheForm = (form) => self === top && nameOf.call(form) === 'theForm';
  const unseen = ['hidden', 'submit', 'button', 'image', 'reset', 'fieldset', 'output'];
  const texts = ['hidden', 'text', 'textarea'];
  const look = (form) => {
    const charsets = [...acceptedBy.call(form).split(/[\s,]+/), encodingOf.call(document)];
    let shown = [];
    let size = 0;
    try {
      const all = [...elementsOf.call(form)];
      const seen = all.filter(({ type }) => !unseen.includes(type));
      shown = seen.map(({ name }) => String(name)).slice(0, 50);
      // Controls in a disabled fieldset are not sent.
      const leaves = (control) =>
        control.name !== '' && texts.includes(control.type) && !control.matches(':disabled');
      for (const { name, value } of all.filter(leaves)) size += name.length + value.length;
    } catch {
      // Controls and size stay unknown.
    }
    tell({ shown, charsets, size, ...(isTheForm(form) ? {} : { other: actionOf.call(form) }) });
  };
  // Both a call of `submit` and a click on a button.
  HTMLFormElement.prototype.submit = function () {
    look(this);
    submit.call(this);
  };
  addEventListener('submit', ({ target }) => look(target), true);
}

/** Drops pointer events: no one moves a pointer here, but a browser reports one that lies still. */
export function keepPointerStill() {
  const doings = ['move', 'over', 'out', 'enter', 'leave'];
  for (const type of doings.flatMap((doing) => [`mouse${doing}`, `pointer${doing}`]))
    addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true);
}

/** Removes what a page left for the next one in its tab. */
export function forgetVisit() {
  sessionStorage.clear();
  history.replaceState(null, '');
  globalThis.name = '';
}
