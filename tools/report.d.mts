/** Makes the Allure report of a run from its results; returns its page, or undefined with a line that says why not. */
export declare function makeReport(folder: string): string | undefined;
