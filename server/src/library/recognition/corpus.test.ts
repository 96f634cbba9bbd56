import { readFileSync, readdirSync } from 'node:fs';
import { errorRateOf } from '../../testing/character-errors.ts';
import { type Engine, openCore, openEngine } from './engine.ts';
import { findLanguageData, groupLanguages } from './language-data.ts';
import { openPagePainter } from './page-picture.ts';
import { recognizePage } from './recognize-page.ts';

type CorpusPage = {
  readonly name: string;
  readonly languages: readonly string[];
  /** What stands on the page; cells have ` | ` between them. */
  readonly text: string;
  /** The highest character error rate. */
  readonly limit: number;
};

const folder = new URL('corpus/', import.meta.url);
const pages = JSON.parse(readFileSync(new URL('pages.json', folder), 'utf8')) as CorpusPage[]; // written by hand

test('scans, faxes and photographs are read', async () => {
  const [painter, core] = await Promise.all([openPagePainter(), openCore()]);
  const engines = new Map<string, Engine[]>();
  const wrong: string[] = [];
  const table: string[] = [];
  for (const { name, languages, text, limit } of pages) {
    const key = languages.join('+');
    const ofPage = engines.get(key) ?? [];
    if (!engines.has(key)) {
      for (const group of groupLanguages(findLanguageData(languages, undefined)))
        ofPage.push(await openEngine(core, group));
      engines.set(key, ofPage);
    }
    const picture = await painter.draw(new Uint8Array(readFileSync(new URL(`${name}.pdf`, folder))), 1);
    const read = picture === null ? '' : recognizePage(picture, ofPage);
    const rate = errorRateOf(read, text.replaceAll(' | ', ' '));
    table.push(`${name.padEnd(26)} ${key.padEnd(12)} ${(rate * 100).toFixed(2)} %`);
    if (rate > limit) wrong.push(`${name}: ${read}`);
  }
  console.info(`Character error rates of ${pages.length} pages:\n${table.join('\n')}`);
  expect(wrong).toEqual([]);
}, 120_000);

test('each file of the folder is in the table', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf') && name !== 'qpdf-encrypted.pdf');
  expect(files.toSorted()).toEqual(pages.map(({ name }) => `${name}.pdf`).toSorted());
  expect(files.length).toBeGreaterThanOrEqual(14);
});
