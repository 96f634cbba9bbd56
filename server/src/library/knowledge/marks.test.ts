import { marksIn } from './marks.ts';

const marked = (content: string, question: string) =>
  marksIn(content, question).map(({ from, to }) => content.slice(from, to));

test('the words of a question are marked in a passage, and what others call the same', () => {
  expect(marked('Holidays are booked early; a vacation is a vacation.', 'How many holidays do I get?')).toEqual([
    'Holidays',
    'vacation',
    'vacation',
  ]);
  expect(marked('Der Erholungsurlaub beträgt 30 Tage.', 'annual leave')).toEqual(['Erholungsurlaub']);
  expect(marked('員工每年有特別休假十天', '年假有幾天')).toEqual(['特別休假']);
});

test('emoji are marked where a question has nothing else, each whole and by itself', () => {
  expect(marked('Done✅ by the 👨‍👩‍👧 family 👍🏽', '👍 ✅👨‍👩‍👧')).toEqual(['✅', '👨‍👩‍👧', '👍🏽']);
  expect(marked('Done✅ today', 'done ✅')).toEqual(['Done']);
  expect(marked('Room ab1️⃣', 'ab')).toEqual(['ab']);
  expect(marked('🎉🎉 and 👨‍👩‍👧', '🎉👧')).toEqual(['🎉🎉']);
});

test('an expression of several words is marked where the passage holds all of them', () => {
  expect(marked('Paid absence is time off.', 'Urlaub')).toEqual(['Paid', 'time', 'off']);
  expect(marked('The invoice was paid in time.', 'Urlaub')).toEqual([]);
  expect(marked('Nothing of the kind.', 'Urlaub')).toEqual([]);
});
