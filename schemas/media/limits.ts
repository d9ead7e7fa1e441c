/** Limits that bound the cost of a hostile body; section 8 shows none, so these are the suite's own. */
export const limits = {
  /** Maximum bytes of a body that are judged, without the blanks removed from long runs. */
  bytes: 4 * 1024 * 1024,
  /** Maximum bytes of a body that are read, compressed or not: leaves room for padding with blanks. */
  readBytes: 64 * 1024 * 1024,
  /** Bytes kept of a run of blanks in a body beyond `bytes`. */
  blankRun: 4096,
  /** Maximum depth of a JSON or XML body and of form brackets. */
  depth: 64,
  /** Maximum members, entries, elements or form fields of one body. */
  members: 100_000,
  /** Maximum number of `<` in a page; bounds tags, nesting and comments however a parser splits them. */
  htmlMarks: 20_000,
  /** Maximum number of `&` in a page; each one outside a tag is a node of the DOM library. */
  htmlReferences: 50_000,
  /** Maximum blanks between a `<` and the next `>`; bounds the attributes of one tag. */
  htmlBlanksInTag: 20_000,
  /** Maximum number of notes per body; further ones are dropped. */
  notes: 64,
} as const;
