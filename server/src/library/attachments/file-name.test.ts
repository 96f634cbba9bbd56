import { cleanFileName } from './file-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['Übersicht 年度.docx', 'Übersicht 年度.docx'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\Users\\Ada\\plan.xlsx', 'plan.xlsx'],
  ['a\0b\r\nc.txt', 'abc.txt'],
  // Shown as “invoice exe.pdf” backwards.
  ['invoice\u202Efdp.html', 'invoicefdp.html'],
  ['zero\u200Bwidth.md', 'zerowidth.md'],
  ['  .hidden. ', 'hidden'],
  ['...', 'file'],
  ['/', 'file'],
  ['e\u0301t\u00e9.txt', 'été.txt'],
  ['half\uD800.txt', 'half\uFFFD.txt'],
])('%j is kept as %j', (name, kept) => expect(cleanFileName(name)).toBe(kept));

test('a name that is too long keeps its ending', () => {
  const kept = cleanFileName(`${'x'.repeat(400)}.pdf`);
  expect(kept).toHaveLength(255);
  expect(kept.endsWith('x….pdf')).toBe(true);
});
