/**
 * Tests that are out of `npm test` until their cause is found: `npm run trust -- quarantine` runs them. Each is the
 * next thing to be mended.
 */
export type QuarantinedTest = {
  /** The package, and the file below it. */
  readonly folder: string;
  readonly file: string;
  /** Its whole name, with those of the groups around it. */
  readonly test: string;
  /** The day it was taken out, YYYY-MM-DD. */
  readonly since: string;
  /** What has been seen of it so far. */
  readonly known: string;
};

/** More is not bad luck with some tests but a state of all of them. */
export const mostInQuarantine = 5;

export const quarantine: readonly QuarantinedTest[] = [];

const literally = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The words for Jest that leave out what is in quarantine of a folder. */
export function withoutQuarantined(folder: string, list = quarantine): string[] {
  const names = list.filter((it) => it.folder === folder).map(({ test }) => literally(test));
  return names.length === 0 ? [] : [`--testNamePattern=^(?!(?:${names.join('|')})$)`];
}

export function isQuarantined(folder: string, file: string, test: string, list = quarantine): boolean {
  return list.some((it) => it.folder === folder && it.file === file && it.test === test);
}
