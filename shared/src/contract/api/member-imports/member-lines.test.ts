import { csvRows } from '../../values/csv-rows.ts';
import { csvLinesMax, readMemberLines } from './member-lines.ts';

describe('the rows of a CSV text', () => {
  test.each([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons and Windows line ends',
      'a;b\r\n1;2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1,5\t2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'quotes, with separators, quotes and breaks in them',
      'a,b\n"x, ""y""","1\n2"\n3,4',
      [
        ['a', 'b'],
        ['x, "y"', '1\n2'],
        ['3', '4'],
      ],
    ],
    [
      'a byte order mark and empty lines',
      '\uFEFFa,b\n\n , \n1,\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['a quote that nobody closes', 'a\n"1,2\n3', [['a'], ['1,2\n3']]],
    [
      'a separator at the very end',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'something behind a quote',
      'a,b\n"1"x,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(csvRows(text).map(({ cells }) => cells)).toEqual(expected);
  });

  test('say where they begin, also behind a cell of several lines', () => {
    expect(csvRows('a,b\r\n"1\r\n2",3\r\n\r\n4,5').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test('of one cell of three million quotes are read without a search that runs away', () => {
    expect(csvRows(`a\n"${'""'.repeat(1_500_000)}"`)[1]?.cells[0]).toHaveLength(1_500_000);
  });
});

describe('people in a file', () => {
  const read = (text: string) => readMemberLines(text);

  test('are found under heads of other languages, in any order', () => {
    const { columns, ignored, lines } = read(
      'Team;E-Mail-Adresse;Rolle;Büro;Sprache\nSupport|Field;Ada@Corp.example;Administrator;7;de-AT',
    );
    expect({ columns, ignored }).toEqual({
      columns: { email: 'E-Mail-Adresse', role: 'Rolle', teams: 'Team', language: 'Sprache' },
      ignored: ['Büro'],
    });
    expect(lines).toMatchObject([
      {
        line: 2,
        email: 'ada@corp.example',
        role: 'admin',
        teams: ['Support', 'Field'],
        language: 'de-DE',
        fault: null,
      },
    ]);
  });

  test.each([
    ['อีเมล,บทบาท', 'a@b.example,สมาชิก', { email: 'a@b.example', role: 'member' }],
    ['電子郵件,語言', 'a@b.example,zh-TW', { email: 'a@b.example', role: null, language: 'zh-TW' }],
    ['adresse e-mail,Rôle', 'a@b.example,', { email: 'a@b.example', role: null }],
  ])('%s', (head, line, expected) => {
    expect(read(`${head}\n${line}`).lines).toMatchObject([{ ...expected, fault: null }]);
  });

  test('who cannot be invited is told why, with what stood there', () => {
    const text = [
      'email,role,teams,language',
      'nobody,,,',
      'a@b.example,king,,',
      'a@b.example,,,',
      'c@d.example,,,tlh',
      `e@f.example,,${'x'.repeat(101)},`,
      'A@B.example,,,',
      ',,Support,',
    ].join('\n');
    expect(read(text).lines.map(({ line, fault }) => [line, fault])).toEqual([
      [2, 'email_wrong'],
      [3, 'role_wrong'],
      [4, null],
      [5, 'language_wrong'],
      [6, 'teams_wrong'],
      [7, 'email_repeated'],
      [8, 'email_wrong'],
    ]);
    expect(read(text).lines[1]?.written).toEqual({ email: 'a@b.example', role: 'king', teams: '', language: '' });
  });

  test('whom our own export has guarded against spreadsheets are read as they were', () => {
    expect(read("email,teams\n'+1@b.example,'-North").lines).toMatchObject([
      { email: '+1@b.example', teams: ['-North'], fault: null },
    ]);
  });

  test('of a file that is too long are read as far as a file may go', () => {
    const { lines, isTooLong } = read(
      `email\n${Array.from({ length: csvLinesMax + 5 }, (_, at) => `p${at}@b.example`).join('\n')}`,
    );
    expect({ lines: lines.length, isTooLong }).toEqual({ lines: csvLinesMax, isTooLong: true });
  });

  test('need a column of addresses', () => {
    expect(read('name,phone\nAda,1').columns).toEqual({});
  });
});
