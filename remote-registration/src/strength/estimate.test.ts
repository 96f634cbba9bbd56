import { createEstimator } from './estimate.ts';

const estimate = createEstimator();

test.each([
  ['password1', 0, 'common'],
  ['qwertzuiop', 1, 'pattern'],
  ['aaaaaaaaaaaa', 0, 'pattern'],
  ['nora.newman', 0, 'personal'],
  ['x7Kq9!mZ', 2, 'longer'],
  ['Sommer2024!', 3, null],
  ['rain on the wooden bridge', 4, null],
])('%s is worth %d, and the advice is %p', (password, score, advice) => {
  expect(estimate(password, 'nora.newman@new.example')).toEqual({ score, advice });
});
