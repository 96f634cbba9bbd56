import { ExtractionFailure, type Section } from './document.ts';
import { readRtf } from './read-rtf.ts';
import { rtfName } from './rtf-fonts.ts';

const linesIn = (source: string): string[] =>
  readRtf(Buffer.from(source, 'latin1')).flatMap((section: Section) => {
    if ('content' in section) return section.content.split('\n').filter((line) => line !== '');
    return 'rows' in section ? [section.header, ...section.rows] : [];
  });

/** Passages of the specification (1.9.1), of the RTF Pocket Guide, and what programs write. */
test.each([
  [String.raw`{\rtf1\ansi\deff0 {\fonttbl {\f0 Times New Roman;}} \f0\fs60 Hello, World!}`, ['Hello, World!']],
  [
    String.raw`{\rtf1\ansi{\fonttbl\f0\fswiss Helvetica;}\f0\pard This is some {\b bold} text.\par }`,
    ['This is some bold text.'],
  ],
  [String.raw`{\rtf1 Lab\u915GValue}`, ['LabΓValue']],
  [String.raw`{\rtf1 {\uc2\u8364\'80\'20}x \uc0\u8364y {\uc1 \u-3913?}z}`, ['€x €y \uF0B7z']],
  [String.raw`{\rtf1 \u8364{\b bold} {\uc3\u8364\par}next}`, ['€bold €', 'next']],
  [String.raw`{\rtf1\mac caf\'8e}`, ['café']],
  [String.raw`{\rtf1\pc caf\'82}`, ['café']],
  [String.raw`{\rtf1\ansi\ansicpg1250 \'9eivot}`, ['život']],
  [String.raw`{\rtf1\ansi\ansicpg936\'c4\'e3\'ba\'c3}`, ['你好']],
  [String.raw`{\rtf1\ansi{\fonttbl{\f1\fcharset161 Arial;}}\f1 \'e1\'e2{\plain\'e1}}`, ['αβá']],
  [String.raw`{\rtf1 one\line two\tab three\par\par\par four}`, ['one', 'two\tthree', 'four']],
  ['{\\rtf1 split wo\r\nrd and\\\nnew paragraph}', ['split word and', 'new paragraph']],
  [String.raw`{\rtf1 a{\*\generator X 1.0;}b{\*\foo{\bar c}d}e{\info{\author Y}}f}`, ['abef']],
  [String.raw`{\rtf1 kept{\deleted  gone\deleted0  back}{\v  hidden}}`, ['kept back hidden']],
  [
    String.raw`{\rtf1{\field{\*\fldinst{HYPERLINK "x"}}{\fldrslt{\ul link}}} {\field\fldedit{\*\fldinst PAGE}{\fldrslt 7}}}`,
    ['link 7'],
  ],
  [String.raw`{\rtf1 text`, ['text']],
  [String.raw`{\rtf1 a}}}}{b\'}`, ['ab']],
])('%s', (source, lines) => expect(linesIn(source)).toEqual(lines));

test('rows that are merged downwards, and cells without any row', () => {
  const row = (left: string, right: string, merge: string) =>
    String.raw`\trowd${merge}\cellx100\cellx200\pard\intbl ${left}\cell ${right}\cell\row `;
  const table =
    row('Team', 'Person', '') + row('Blue', 'Ada', String.raw`\clvmgf`) + row('', 'Grace', String.raw`\clvmrg`);
  expect(linesIn(`{\\rtf1 ${table}\\pard after}`)).toEqual(['Team | Person', 'Blue | Ada', 'Blue | Grace', 'after']);
  expect(linesIn(String.raw`{\rtf1 a\cell b\cell}`)).toEqual(['a | b']);
});

test('binary data is passed over, whatever it holds and says of its length', () => {
  expect(linesIn(String.raw`{\rtf1 a {\pict\bin5 }}{\x} b}`)).toEqual(['a [picture] b']);
  expect(linesIn(String.raw`{\rtf1 a{\pict\bin-30 x}b\bin999999999 c}`)).toEqual(['a [picture] b']);
});

test('groups without end, and a name of a font as long as the file', () => {
  const codeOf = (source: string) => {
    try {
      readRtf(Buffer.from(source));
    } catch (error) {
      if (error instanceof ExtractionFailure) return error.code;
      throw error;
    }
    return 'read';
  };
  expect(codeOf(`{\\rtf1 ${'{'.repeat(1_001)}x`)).toBe('file_too_complex');
  expect(codeOf(`{\\rtf1 ${'x'.repeat(5_000_001)}`)).toBe('file_too_complex');
  expect(rtfName('x'.repeat(100), 'y')).toHaveLength(100);
  expect(linesIn(`{\\rtf1{\\fonttbl{\\f0 ${'long\\b '.repeat(50_000)};}}text}`)).toEqual(['text']);
});
