import { mailOf } from './action-texts.ts';

test('a mail has the words of an answer, without the marks of markdown', () => {
  const answer = '# 結果\n\n**本季成長10%，**主因 [1]：\n\n- `a_b`\n- ~~舊價。~~新價';
  const texts = { subject: 'On {{answer}}', text: 'It says:\n\n{{answer}}' };
  expect(mailOf({ kind: 'mail', member_ids: [], ...texts }, { event: {}, answer }, 'Orders')).toEqual({
    subject: 'On 結果 本季成長10%，主因： a_b 舊價。新價',
    text: 'It says:\n\n結果\n\n本季成長10%，主因：\n\n- a_b\n- 舊價。新價',
  });
});
