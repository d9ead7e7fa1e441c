/** Bounds that keep the reading of a hostile body cheap; section 8 of the document shows none, so these are the suite's own. */
export const limits = {
  /** Most bytes of a body that are judged, long runs of blanks counted once. */
  bytes: 4 * 1024 * 1024,
  /** Most bytes of a body that are read at all, packed as well as unpacked: room for one that is padded with blanks. */
  readBytes: 64 * 1024 * 1024,
  /** Of a run of blanks in a body beyond `bytes`, so many are kept. */
  blankRun: 4096,
  /** Deepest nesting of a JSON or XML body and of form brackets. */
  depth: 64,
  /** Most members, entries, elements or form fields of one body. */
  members: 100_000,
  /** Most `<` in a page: bounds tags, nesting and comments whatever way a parser splits them. */
  htmlMarks: 20_000,
  /** Most `&` in a page; each one outside a tag is its own node to the DOM library. */
  htmlReferences: 50_000,
  /** Most blanks between a `<` and the next `>`: bounds the attributes of one tag. */
  htmlBlanksInTag: 20_000,
  /** Most notes that one body gives; later ones are dropped. */
  notes: 64,
} as const;
