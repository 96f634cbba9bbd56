import { pastedFiles } from './pasted-files.ts';

const picture = (name = 'image.png') => new File(['x'], name, { type: 'image/png' });
const pdf = (name: string) => new File(['x'], name, { type: 'application/pdf' });
/** A clipboard with these files and texts. Their types and order are those that programs were seen to put into it. */
const clipboard = (files: readonly File[], texts: Readonly<Record<string, string>> = {}) => ({
  files: files as unknown as FileList, // only iterated
  getData: (type: string) => texts[type] ?? '',
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['Excel', { 'text/plain': 'Name\tDays\r\nAda\t30\r\n', 'text/html': '<table><tr><td>Name</td></tr></table>' }],
  [
    'Word',
    {
      'text/plain': 'Leave is 30 days.',
      'text/html': '<p class=MsoNormal>Leave is 30 days.</p>',
      'text/rtf': '{\\rtf1}',
    },
  ],
  ['OneNote', { 'text/plain': 'Leave is 30 days.', 'text/html': '<p>Leave is 30 days.</p>' }],
  ['LibreOffice Calc', { 'text/plain': '30', 'text/html': '<table><td>30</td></table>' }],
  [
    'a document with a picture in it',
    { 'text/plain': 'See below.', 'text/html': '<p>See below.<img src="a.png"></p>' },
  ],
  ['words that are an address', { 'text/plain': 'https://example.com/a', 'text/html': '<p>https://example.com/a</p>' }],
])('of %s the words are meant, not their picture', (_, texts) => {
  expect(pastedFiles(clipboard([picture()], texts))).toEqual([]);
});

test.each<[string, readonly File[], Readonly<Record<string, string>>]>([
  ['a screenshot', [picture()], {}],
  ['a picture of a page', [picture()], { 'text/html': '<img src="https://example.com/a.png">' }],
  [
    'a picture of a page with its address',
    [picture()],
    { 'text/plain': 'https://example.com/a.png', 'text/html': '<img src="https://example.com/a.png">' },
  ],
  ['a picture of Finder', [picture('Holiday.png')], { 'text/plain': 'Holiday.png' }],
  ['a picture of Nautilus', [picture('Holiday.png')], { 'text/plain': '/home/ada/Holiday.png' }],
  [
    'a picture of Dolphin',
    [picture('a b.png')],
    { 'text/plain': 'file:///home/ada/a%20b.png', 'text/uri-list': 'file:///home/ada/a%20b.png' },
  ],
  ['a document', [pdf('Leave.pdf')], { 'text/plain': 'Leave.pdf' }],
  ['a document beside other words', [pdf('Leave.pdf')], { 'text/plain': 'as agreed' }],
  ['several pictures', [picture('a.png'), picture('b.png')], { 'text/plain': 'as agreed' }],
])('of %s the files are meant', (_, files, texts) => {
  expect(pastedFiles(clipboard(files, texts))).toEqual(files);
});
