import { progressIn } from './progress.ts';

test.each([
  [
    { progress: 1, total: 4 },
    { part: 0.25, message: '' },
  ],
  [
    { progress: 50, total: 100, message: ' Reticulating splines… ' },
    { part: 0.5, message: 'Reticulating splines…' },
  ],
  [
    { progress: 3, message: 'Page 3' },
    { part: null, message: 'Page 3' },
  ],
  [
    { progress: 7, total: 5 },
    { part: 1, message: '' },
  ],
  [
    { progress: -1, total: 5 },
    { part: 0, message: '' },
  ],
  [
    { progress: 1, total: 0, message: 'x' },
    { part: null, message: 'x' },
  ],
  [{ progress: NaN, total: 5 }, null],
  [{ progress: 1, total: Infinity }, null],
  [{ progress: 3 }, null],
  [
    { progress: 1, message: `a\0${'b'.repeat(400)}` },
    { part: null, message: `a${'b'.repeat(299)}` },
  ],
])('%j', (said, progress) => expect(progressIn(said)).toEqual(progress));
