import { readFileSync } from 'node:fs';

/** Returns the names of tests, of test tables and of groups in a file: a text followed by its function. */
export function namesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1,\s*(?:async )?\(/g)].map(([, , name = '']) => name);
}
