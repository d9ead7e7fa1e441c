/** A function that works something out once for each object and remembers it for as long as the object is there. */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

// Texts come from answers too: a hostile service must not grow what is remembered without end, nor fill it for good.
const [longest, most] = [200, 5000];

/** A function that works something out for a text and remembers it for some thousands of short ones. */
export function onceForText<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined || made.has(text)) return known as Value;
    const value = make(text);
    if (made.size >= most) made.clear();
    if (text.length < longest) made.set(ownText(text), value);
    return value;
  };
}

/**
 * A copy of a text, for what is remembered: a part of a message would keep the whole message in memory, unless it is so
 * short that it was copied.
 */
export function ownText(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}
