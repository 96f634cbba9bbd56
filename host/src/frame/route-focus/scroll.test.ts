import { keepTop } from './scroll.ts';

test('where somebody was is known of the fifty places they were in last', () => {
  const tops = new Map<string, number>();
  for (let place = 0; place < 60; place += 1) keepTop(tops, `place ${place}`, place);
  keepTop(tops, 'place 10', 7);
  keepTop(tops, 'place 60', 60);
  expect(tops.size).toBe(50);
  expect(tops.get('place 10')).toBe(7);
  expect([...tops.keys()].slice(0, 2)).toEqual(['place 12', 'place 13']);
});
