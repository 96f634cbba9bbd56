import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './texts.ts';

const { exports: map } = JSON.parse(readFileSync(path.join(root, 'shared', 'package.json'), 'utf8')) as {
  exports: Record<string, string>;
}; // its own package.json

test.each(Object.entries(map).filter(([subpath]) => !subpath.includes('*')))('%s leads to a file', (_, file) => {
  expect(existsSync(path.join(root, 'shared', file))).toBe(true);
});
