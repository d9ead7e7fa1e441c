/**
 * Gives again what was made last while it is asked for with equal words: a proof asks for the same requests of one variant
 * after another. The words are plain data, and nobody changes what was made.
 */
export function rememberLast<Words extends readonly unknown[], Made>(
  make: (...words: Words) => Made,
): (...words: Words) => Made {
  let last: { readonly key: string; readonly made: Made } | undefined;
  return (...words) => {
    const key = JSON.stringify(words);
    if (last?.key !== key) last = { key, made: make(...words) };
    return last.made;
  };
}
