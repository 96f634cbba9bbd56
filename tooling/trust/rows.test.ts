import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';
import { namesIn } from './names.ts';
import { type Proof, rows } from './rows.ts';

/** Some measured results stand behind that heading. */
const [page = ''] = readFileSync(path.join(root, 'docs', 'trust.md'), 'utf8').split('## Measured');
const promised = [...page.matchAll(/^\| ([A-Z]+-\d\d) \|/gm)].map(([, id = '']) => id);
const unproven = /^Not proven yet: (.*)\.$/m.exec(page)?.[1] ?? '';

const placeOf = (proof: Proof) => path.join(root, ...(proof.kind === 'test' ? [proof.folder] : []), proof.file);

test('every promise of docs/trust.md has its row, and every row its promise', () => {
  expect(promised.length).toBeGreaterThan(40);
  expect(Object.keys(rows)).toEqual(promised);
});

test('what nothing proves is said on the page, and nothing else is', () => {
  expect(
    Object.entries(rows)
      .filter(([, proofs]) => proofs.length === 0)
      .map(([id]) => id),
  ).toEqual(unproven === '' ? [] : unproven.split(', '));
});

test.each(Object.entries(rows))('%s is proven by what is there, under the names it has', (_, proofs) => {
  for (const proof of proofs) {
    const place = placeOf(proof);
    expect([proof.file, existsSync(place)]).toEqual([proof.file, true]);
    if (proof.kind === 'test')
      expect(
        namesIn(place)
          .filter((name) => name.includes(proof.name))
          .map(() => proof.name),
      ).toContain(proof.name);
  }
});
