import { readFileSync } from 'node:fs';

/** What stands as the name of a test, of tests for each of some, or around them: a text, and then what is done. */
export function namesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1,\s*(?:async )?\(/g)].map(([, , name = '']) => name);
}
