import { readFileSync } from 'node:fs';
import { openPagePainter, sizeInPixels } from './page-picture.ts';

const painter = await openPagePainter();
const corpus = (name: string) => new Uint8Array(readFileSync(new URL(`corpus/${name}`, import.meta.url)));

/** A PDF without a table of its objects, which PDFium looks for then. */
const pdf = (page: string, contents = '0 0 100 100 re f') =>
  new TextEncoder().encode(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R${page}>>endobj\n4 0 obj<</Length ${contents.length}>>stream\n${contents}\nendstream endobj\ntrailer<</Root 1 0 R>>\n`,
  );
const sizeOf = async (page: string, contents?: string) => {
  const picture = await painter.draw(pdf(page, contents), 1);
  return picture === null ? null : [picture.width, picture.height, picture.pixels.length];
};

test.each([
  ['A4', 595, 842, [2066, 2924]],
  ['A0', 2384, 3370, [3364, 4756]],
  ['A4 in pixels of a scanner', 2480, 3508, [3363, 4757]],
  ['a label', 100, 50, [833, 417]],
  ['the widest page of PDF', 14_400, 14_400, [4000, 4000]],
  ['a long receipt', 230, 14_400, [160, 10_000]],
])('%s is drawn in a size that shows its letters', (_, width, height, [across, down]) => {
  expect(sizeInPixels(width, height)).toEqual({ width: across, height: down });
});

test('a strip that is too narrow for text is not drawn, and a page without a size is refused', async () => {
  expect(sizeInPixels(1, 14_400)).toBeNull();
  for (const [width, height] of [
    [0, 100],
    [100, Number.NaN],
    [Infinity, 1],
    [-5, -5],
  ] as const)
    expect(() => sizeInPixels(width, height)).toThrow('points large');
  expect(await sizeOf('/MediaBox[0 0 1 14400]')).toBeNull();
});

test('a page is drawn as it is shown: turned, grey, dark on white', async () => {
  expect(await sizeOf('/MediaBox[0 0 400 200]/Rotate 90')).toEqual([707, 1414, 707 * 1414]);
  const picture = await painter.draw(pdf('/MediaBox[0 0 400 400]'), 1);
  expect([picture?.pixels[0], picture?.pixels.at(-picture.width)]).toEqual([255, 0]);
});

test.each([
  ['no size', ''],
  ['a size of nothing', '/MediaBox[0 0 0 0]'],
  ['an endless size', '/MediaBox[0 0 1e30 1e30]'],
  ['a size that is none', '/MediaBox[(a) null true]'],
])('a page with %s is refused or drawn, within the budget', async (_, page) => {
  const size = await sizeOf(page).catch((error: unknown) => String(error));
  if (typeof size === 'string') expect(size).toContain('points large');
  else expect(size?.[2]).toBeLessThanOrEqual(16_100_000);
});

test('a page with damaged contents is drawn as far as they go', async () => {
  expect(await sizeOf('/MediaBox[0 0 400 400]', 'q q q ] >> /Nothing Do 0 0 re BT (a Tj')).toHaveLength(3);
});

test('a file that asks for a password, is none or lacks the page is refused', async () => {
  await expect(painter.draw(corpus('qpdf-encrypted.pdf'), 1)).rejects.toThrow('assword');
  await expect(painter.draw(new Uint8Array([37, 80, 68, 70]), 1)).rejects.toThrow('corrupted');
  await expect(painter.draw(new Uint8Array(0), 1)).rejects.toThrow();
  await expect(painter.draw(corpus('english-fax.pdf'), 2)).rejects.toThrow('It has 1 pages');
  await expect(painter.draw(corpus('english-fax.pdf'), 0)).rejects.toThrow();
});
