import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packagesWithTexts, root } from '../texts.ts';
import { readTexts, type PackageTexts } from './check-texts.ts';
import { checkNames, namedTextsIn } from './label-in-name.ts';

const texts = new Map(packagesWithTexts().map(({ folder, namespace }) => [namespace, readTexts(folder)]));
const files = globSync(['host/src/**/*.tsx', 'remote-*/src/**/*.tsx', 'shared/src/**/*.tsx'], { cwd: root }).filter(
  (file) => !/\.test\.tsx$|\/testing\//.test(file),
);
const pairs = files.flatMap((file) => {
  const [folder = ''] = file.split(path.sep);
  return namedTextsIn(file, readFileSync(path.join(root, file), 'utf8'), folder.replace(/^remote-/, ''));
});

test('an accessible name contains the words that are seen, in every language', () => {
  expect(pairs.length).toBeGreaterThan(25);
  expect(checkNames(pairs, (namespace) => texts.get(namespace) ?? {})).toEqual([]);
});

describe('the check of the names goes red', () => {
  const found = (element: string) =>
    namedTextsIn('row.tsx', `const { t } = useTranslation('chat'); const row = ${element};`, 'admin');

  it.each([
    ['<button aria-label={t("endOf", { name })}>{t("end")}</button>', [['chat:end', 'chat:endOf']]],
    ['<a aria-label={t("shared:of")}><svg />{t("go")}</a>', [['chat:go', 'shared:of']]],
    [
      '<b aria-label={isOn ? t("offOf") : t("onOf")}>{t(isOn ? "off" : "on")}</b>',
      [
        ['chat:off', 'chat:offOf'],
        ['chat:on', 'chat:onOf'],
      ],
    ],
    ['<button aria-label={t("endOf")}><svg /></button>', []],
    ['<button aria-label={name}>{t("end")}</button>', []],
  ])('after it has read %s', (element, expected) => {
    expect(found(element).map(({ seen, name }) => [seen, name])).toEqual(expected);
  });

  it.each([
    ['End hold', 'End the hold on {{name}}', 1],
    ['End hold', '{{name}}: end hold…', 0],
    ['結束', '結束「{{name}}」', 0],
  ])('for “%s”, named “%s”', (end, endOf, faults) => {
    const pair = { seen: 'chat:end', name: 'chat:endOf' };
    expect(checkNames([pair], (): PackageTexts => ({ en: { end, endOf } }))).toHaveLength(faults);
  });
});
