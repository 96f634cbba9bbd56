import { forgetEntries, keepEntries, keptEntries } from './kept-entries.ts';

const entries = (text: string) => new Map([['city', text]]);

test('what is entered is kept for twenty forms: the one that was left alone for longest makes room', () => {
  for (let form = 1; form <= 20; form += 1) keepEntries(`form ${form}`, entries('first'));
  keepEntries('form 1', entries('second'));
  keepEntries('form 21', entries('first'));
  expect(keptEntries('form 1')).toEqual(entries('second'));
  expect(keptEntries('form 2')).toBeUndefined();
  expect(keptEntries('form 3')).toEqual(entries('first'));
  expect(keptEntries('form 21')).toEqual(entries('first'));
  forgetEntries('form 21');
  expect(keptEntries('form 21')).toBeUndefined();
});
