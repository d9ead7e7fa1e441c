// What runs inside a page: before its own scripts, but for the last.

/** Takes away what is not needed to post a form and could carry bytes past the proxy. */
export function removeSideWays() {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) {
    try {
      Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
    } catch {
      // A browser without it.
    }
  }
}

/**
 * When a form leaves, tells in which encodings it may post, which of its controls a shopper can see, how many characters it
 * holds, and of which document it is.
 * @param {string} binding a name that the page cannot know
 */
export function tellOfForm(binding) {
  const tell = globalThis[binding];
  delete globalThis[binding];
  const { submit } = HTMLFormElement.prototype;
  const born = `${performance.timeOrigin} ${Math.random()}`;
  // An input may have the name of a property, which then hides it.
  const reader = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const acceptedBy = reader(HTMLFormElement.prototype, 'acceptCharset');
  const elementsOf = reader(HTMLFormElement.prototype, 'elements');
  const encodingOf = reader(Document.prototype, 'characterSet');
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
      // What lies in a set that is disabled does not leave.
      const leaves = (control) =>
        control.name !== '' && texts.includes(control.type) && !control.matches(':disabled');
      for (const { name, value } of all.filter(leaves)) size += name.length + value.length;
    } catch {
      // Then it is unknown.
    }
    tell({ shown, charsets, size, born });
  };
  // A method that is called, and a button that is pressed.
  HTMLFormElement.prototype.submit = function () {
    look(this);
    submit.call(this);
  };
  addEventListener('submit', ({ target }) => look(target), true);
}

/** No hand moves a pointer here, though a browser tells of one that lies still. */
export function keepPointerStill() {
  const doings = ['move', 'over', 'out', 'enter', 'leave'];
  for (const type of doings.flatMap((doing) => [`mouse${doing}`, `pointer${doing}`]))
    addEventListener(type, (event) => event.isTrusted && event.stopImmediatePropagation(), true);
}

/** Takes away what a page left behind for the next one in its tab. */
export function forgetVisit() {
  sessionStorage.clear();
  history.replaceState(null, '');
  globalThis.name = '';
}
