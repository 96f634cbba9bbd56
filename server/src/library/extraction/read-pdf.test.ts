import { makePdf } from '../../testing/make-files.ts';
import { readPdf } from './read-pdf.ts';

/** Reads a copy, as the thread that reads has no buffer. */
const pdfOf = (...made: Parameters<typeof makePdf>) => new Uint8Array(makePdf(...made));
const words = ['Trains before planes.', 'Keep every ticket until March.'];
const scan = 'q 595 0 0 842 0 0 cm /Im Do Q';
/** Outlines as of so many letters. */
const letters = (number: number) =>
  `${Array.from({ length: number * 10 }, (_, at) => `${at % 500} ${at} m ${at} 9 ${at} 8 7 ${at} c`).join(' ')} f`;

/** Reads a page behind one with text, and returns the reason why it could not be read. */
async function reasonFor(drawn: string, text: readonly string[] = []): Promise<string | null> {
  const { unread } = await readPdf(pdfOf([words, text], { drawn: ['', drawn] }));
  return unread.map(({ page, reason }) => `${page} ${reason}`).join() || null;
}

describe('a page without text', () => {
  test.each([
    ['a picture of it', scan],
    ['a picture in strips', Array.from({ length: 20 }, (_, at) => `q 595 0 0 42 0 ${at * 42} cm /Im Do Q`).join(' ')],
    ['a picture that is turned', 'q 0 595 -842 0 842 0 cm /Im Do Q'],
    [
      'a picture within a scaled and clipped page',
      'q .24 0 0 .24 0 0 cm 0 0 2480 3508 re W n q 2480 0 0 3508 0 0 cm /Im Do Q Q',
    ],
    ['a picture placed by two steps', 'q 5 0 0 5 0 0 cm 119 0 0 168 0 0 cm /Im Do Q'],
    ['a picture in the content itself', 'q 595 0 0 842 0 0 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q'],
    ['a picture enclosed twice', 'q 595 0 0 842 0 0 cm q /Im Do Q Q'],
    ['a picture that is clipped', 'q 595 0 0 842 0 0 cm 0 0 1 1 re W n /Im Do Q'],
    ['a picture that nothing encloses', '595 0 0 842 0 0 cm /Im Do'],
    ['a picture in the middle', 'q 300 0 0 300 100 100 cm /Im Do Q'],
    ['letters that are drawn', letters(60)],
  ])('and with %s cannot be read', async (_, drawn) => {
    expect(await reasonFor(drawn)).toBe('2 picture');
  });

  test.each([
    ['nothing', ''],
    ['a scale that nothing is drawn in', 'q .75 0 0 -.75 0 842 cm Q'],
    ['lines to write on', Array.from({ length: 30 }, (_, at) => `50 ${at * 25} m 545 ${at * 25} l S`).join(' ')],
    ['a coloured ground', '.9 g 0 0 595 842 re f'],
    ['a ground in units of the page', 'q 595 0 0 842 0 0 cm q .9 g 0 0 1 1 re f Q Q'],
    ['a clipped ground', 'q 0 0 595 842 re W n Q'],
    ['a small emblem', 'q 60 0 0 60 500 760 cm /Im Do Q'],
    ['a small form', 'q .1 0 0 .1 0 0 cm /Fm Do Q'],
  ])('and with %s is blank', async (_, drawn) => {
    expect(await reasonFor(drawn)).toBeNull();
  });
});

describe('a page with little text', () => {
  test.each([
    ['a page number above a picture of the page', scan, ['12']],
    ['a page number above a form that is one', 'q /Fm Do Q', ['12']],
    ['a page number beside hundreds of drawn letters', letters(400), ['12']],
  ])('such as %s cannot be read', async (_, drawn, text) => {
    expect(await reasonFor(drawn, text)).toBe('2 picture');
  });

  test.each([
    ['a title above an emblem', 'q 200 0 0 200 200 400 cm /Im Do Q', ['Annual report']],
    ['a title beside a drawn emblem', letters(20), ['Annual report']],
    ['a sentence above a picture of the page', scan, ['The site plan of the new building, as of May.']],
    ['a title', '', ['Part II']],
    ['a title in units of the page', 'q 595 0 0 842 0 0 cm BT /F1 .02 Tf .1 .9 Td (Part II) Tj ET Q', []],
  ])('such as %s is read', async (_, drawn, text) => {
    expect(await reasonFor(drawn, text)).toBeNull();
  });
});

test('a header that other pages have as well does not make a scan text, up to its number', async () => {
  const header = (page: number) => [`Acme Ltd · Report of the works council · page ${page} of 4`];
  const pages = [[...header(1), ...words], header(2), header(3), [...header(4), 'A sentence of its own stands below.']];
  const { unread } = await readPdf(pdfOf(pages, { drawn: [scan, scan, scan, scan] }));
  expect(unread.map(({ page }) => page)).toEqual([2, 3]);
});

test('scans with nothing but a header have no text', async () => {
  const pages = [['Acme Ltd · Report of the works council'], ['Acme Ltd · Report of the works council']];
  expect(await readPdf(pdfOf(pages, { drawn: [scan, scan] }))).toMatchObject({ pages: 2, sections: [] });
});

test('what the pages of a document without any text draw is looked at only where somebody recognises it', async () => {
  const pdf = () => pdfOf([[], []], { drawn: [scan, scan] });
  expect((await readPdf(pdf())).unread).toEqual([]);
  expect((await readPdf(pdf(), { recognized: new Map() })).unread.map(({ page }) => page)).toEqual([1, 2]);
});

test('blank pages are neither text nor missing', async () => {
  const { pages, unread, sections } = await readPdf(pdfOf([words, [], words]));
  expect([pages, unread, sections.map(({ page }) => page)]).toEqual([3, [], [1, 2, 3]]);
});

test('beyond the time for looking, a page without text is a picture, and one with some is read', async () => {
  const pdf = pdfOf([words, [], ['12']], { drawn: ['', '', scan] });
  expect((await readPdf(pdf, { lookingMs: 0 })).unread).toEqual([{ page: 2, reason: 'picture' }]);
});

test.each([
  ['ends states that never began', 'q Q Q Q Q ]] << >> ('],
  ['breaks off', 'q [ 1 2 cm /Fm Do'],
  ['names what is not there', '/None Do /Gs gs /Nope sh /P1 scn q /F9 9 Tf (x) Tj Q'],
])('a page that %s keeps nobody from reading the others', async (_, drawn) => {
  const { sections } = await readPdf(pdfOf([words, []], { drawn: ['', drawn] }));
  expect(sections[0]).toMatchObject({ content: words.join('\n') });
});

test('pictures are not decoded: forty of sixteen megapixels are seen to be there at once', async () => {
  const pages = Array.from({ length: 41 }, (_, at) => (at === 0 ? words : []));
  const costOf = async (pictureSide: number) => {
    const pdf = pdfOf(pages, { drawn: pages.map((_, at) => (at === 0 ? '' : scan)), pictureSide });
    const began = process.cpuUsage();
    expect((await readPdf(pdf)).unread).toHaveLength(40);
    return process.cpuUsage(began).user;
  };
  const small = await costOf(10);
  // Decoded, they take a hundred times as long.
  expect((await costOf(4_000)) / small).toBeLessThan(10);
});
