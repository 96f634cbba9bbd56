import { titleFrom, titleOf } from './title.ts';

test('a short prompt is its own title, on one line', () => {
  expect(titleOf('  How many\n\ndays? ')).toBe('How many days?');
});

test.each([
  'How many days of annual leave do I have, and may I take those of last year into the next one as well?',
  '員工每年可以享有多少天的特別休假，沒有用完的天數可以保留到下一個年度嗎？如果不行的話，公司會怎麼處理這些沒有使用的休假天數呢？請詳細說明相關規定與流程。',
  'พนักงานมีสิทธิลาพักร้อนปีละกี่วัน และสามารถสะสมวันลาที่เหลือไปใช้ในปีถัดไปได้หรือไม่ กรุณาอธิบาย',
  `address:${'a'.repeat(200)}`,
  '🙂'.repeat(60),
])('a long prompt is cut behind a word: %s', (prompt) => {
  const title = titleOf(prompt);
  expect(title.length).toBeLessThanOrEqual(60);
  expect(title.length).toBeGreaterThan(20);
  expect(title.endsWith('…')).toBe(true);
  expect(title.isWellFormed()).toBe(true);
  expect(prompt.startsWith(title.slice(0, -1))).toBe(true);
});

test('an English title ends with a whole word', () => {
  expect(titleOf('How many days of annual leave do I have, and may I take those of last year?')).toBe(
    'How many days of annual leave do I have, and may I take…',
  );
});

test.each([
  ['Annual leave', 'Annual leave'],
  ['\n\n**Title: “Annual leave”.**\nIt is about leave.', 'Annual leave'],
  ['「特別休假」。', '特別休假'],
  ['# Urlaub 2026', 'Urlaub 2026'],
  ['**本季成長10%，**主因', '本季成長10%，主因'],
  ['整理**「重點」**與~~舊價。~~新價', '整理「重點」與舊價。新價'],
  ['A | B: `snake_case` and [links](https://example.com)', 'A | B: snake_case and links'],
  ['Leave\u202E of\u0007 absence', 'Leave of absence'],
  ['“”\n---\n', null],
  ['', null],
])('of what a model said, %j, the title is %j', (said, title) => {
  expect(titleFrom(said)).toBe(title);
});

test('a model that writes an essay has its first line cut as a prompt is', () => {
  expect(titleFrom('word '.repeat(100))?.length).toBeLessThanOrEqual(60);
});
