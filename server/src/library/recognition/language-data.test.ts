import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LanguageDataMissing, findLanguageData, groupLanguages } from './language-data.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-languages-'));
writeFileSync(path.join(folder, 'eng.traineddata'), '');
writeFileSync(path.join(folder, 'pol.traineddata.gz'), '');
afterAll(() => rmSync(folder, { recursive: true }));

const named = (...languages: string[]) => languages.map((language) => ({ language, file: `/${language}` }));
const grouped = (...languages: string[]) =>
  groupLanguages(named(...languages)).map((group) => group.languages.map(({ language }) => language).join('+'));

test('the nine languages of the product have data in packages', () => {
  const languages = ['eng', 'chi_tra', 'tha', 'spa', 'fra', 'por', 'deu', 'ita', 'nld'];
  expect(findLanguageData(languages, undefined).map(({ file }) => path.basename(file))).toEqual(
    languages.map((language) => `${language}.traineddata.gz`),
  );
});

test('data of the folder are preferred, compressed or not, and each language is taken once', () => {
  expect(findLanguageData(['eng', 'pol', 'eng'], folder)).toEqual([
    { language: 'eng', file: path.join(folder, 'eng.traineddata') },
    { language: 'pol', file: path.join(folder, 'pol.traineddata.gz') },
  ]);
  expect(findLanguageData(['deu'], folder)[0]?.file).toContain('@tesseract.js-data');
});

test('a language without data is named, and where it was looked for', () => {
  const find = () => findLanguageData(['eng', 'xxx'], folder);
  expect(find).toThrow(LanguageDataMissing);
  expect(find).toThrow(
    `There is no data of the language xxx: neither ${path.join(folder, 'xxx.traineddata')} nor ${path.join(folder, 'xxx.traineddata.gz')} nor the package @tesseract.js-data/xxx.`,
  );
  expect(() => findLanguageData(['../eng'], folder)).toThrow(LanguageDataMissing);
});

test('languages of one script are read together, English behind them, and others with the last Latin one', () => {
  expect(grouped('tha', 'eng', 'deu', 'chi_tra', 'fra')).toEqual(['deu+fra+eng', 'tha+eng', 'chi_tra+eng']);
  expect(grouped('tha', 'deu')).toEqual(['deu', 'tha+deu']);
  expect(grouped('chi_tra', 'jpn')).toEqual(['chi_tra+jpn']);
  expect(groupLanguages(named('eng', 'tha', 'rus')).map(({ isAsian }) => isAsian)).toEqual([false, true, false]);
  expect(grouped()).toEqual([]);
});
