/** The rooms of the product, one folder each. */
export const rooms: readonly string[];
/** Compiles the rooms into dist/ when a source was changed since; returns whether it compiled. */
export function build(): boolean;
/** Keeps the joined files of the build before, in a folder, beside those of a new one, in another. */
export function keepEarlier(before: string, fresh: string): void;
/** Removes what was kept of the build before. */
export function removeEarlier(dist?: string): void;
