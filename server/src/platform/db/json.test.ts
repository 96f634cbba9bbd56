import { jsonOf } from './json.ts';

test('what is written for a jsonb column holds no half of a surrogate pair, and everything else as it is', () => {
  expect(JSON.parse(jsonOf({ 'a\ud83d': ['\udc4d', '👍', 'half \ud83d and more'] }))).toEqual({
    'a\uFFFD': ['\uFFFD', '👍', 'half \uFFFD and more'],
  });
});

test('text that only looks like an escape stays text', () => {
  const text = ['\\ud83d', '\\\\ud83d', 'C:\\udata'];
  expect(JSON.parse(jsonOf(text))).toEqual(text);
});
