/** Memoizes a function by object; a result is kept as long as its object. */
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

// Some texts come from answers, so a hostile service must not be able to grow or permanently fill the cache.
const [longest, most] = [200, 5000];

/** Memoizes a function for up to 5000 texts shorter than 200 characters. */
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

/** Returns a copy of a text for caches: a substring of 13 or more characters keeps the whole message in memory. */
export function ownText(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}
