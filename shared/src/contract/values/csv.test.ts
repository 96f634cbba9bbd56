import { csvOf } from './csv.ts';

const bodyOf = (cells: string[]) => csvOf(['head'], [cells]).split('\r\n')[1];

test('a cell that a spreadsheet would run is made text', () => {
  const attacks = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1',
    '＋1',
    '－1',
    '＠A1',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://evil.example","click")',
    "-2+3+cmd|' /C calc'!D2",
  ];
  const ran = attacks.filter((attack) => !csvOf(['head'], [[attack]]).includes(`"'${attack.replaceAll('"', '""')}"`));
  expect(ran).toEqual([]);
});

test('an ordinary cell stays as it is, a minus or an at-sign inside it too', () => {
  expect(bodyOf(['Anne-Marie', 'anne@pro.example', '王小明', ''])).toBe('"Anne-Marie","anne@pro.example","王小明",""');
});

test('commas, quotes and line breaks do not leave their cell', () => {
  expect(csvOf(['a', 'b'], [['x,y', 'say "hi"\n=1']])).toBe('\uFEFF"a","b"\r\n"x,y","say ""hi""\n=1"\r\n');
});

test('the head is guarded like the rows', () => {
  expect(csvOf(['=1'], [])).toBe('\uFEFF"\'=1"\r\n');
});
