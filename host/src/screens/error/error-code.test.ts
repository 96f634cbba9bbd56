import { allTexts } from '../../testing/all-texts.ts';
import { errorPageCodes, readErrorCode } from './error-code.ts';

test('the codes of /error are understood, and nothing else is', () => {
  expect(readErrorCode('workspace-expired')).toBe('workspace-expired');
  expect([null, '', '418', '__proto__', '<script>'].map(readErrorCode)).toEqual([
    'general',
    'general',
    'general',
    'general',
    'general',
  ]);
});

test('every code has a title and a text in every language', () => {
  for (const { error } of allTexts()) {
    expect(Object.keys(error.codes).sort()).toEqual([...errorPageCodes, 'general'].sort());
  }
});
