import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Resource, ResourceKey } from 'i18next';
import { languages } from '../contract/values/language.ts';

/** The folder that holds the packages. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

type WithTexts = { readonly folder: string; readonly namespace: string };

/**
 * Returns the packages that have texts, and the screens and parts of several screens that bring many of their own, with
 * their i18n namespaces.
 */
export function packagesWithTexts(): WithTexts[] {
  const packages = withTexts(root);
  return [
    ...packages,
    ...packages.flatMap(({ folder }) =>
      ['src', path.join('src', 'screens')].flatMap((part) => withTexts(path.join(folder, part))),
    ),
  ];
}

function withTexts(place: string): WithTexts[] {
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(place, entry.name, 'locales', 'en.json')))
    .map((entry) => ({ folder: path.join(place, entry.name), namespace: entry.name.replace(/^remote-/, '') }));
}

/** A cache for each test file, with languages loaded on demand: every screen starts with them. */
const inLanguage = new Map<string, Resource[string]>();
let packages: readonly WithTexts[] | undefined;

function textsIn(tag: string): Resource[string] {
  const known = inLanguage.get(tag);
  if (known !== undefined) return known;
  packages ??= packagesWithTexts();
  const texts = Object.fromEntries(
    packages
      .map(({ folder, namespace }) => [namespace, path.join(folder, 'locales', `${tag}.json`)] as const)
      .filter(([, file]) => existsSync(file))
      // The locale check verifies their shape.
      .map(([namespace, file]) => [namespace, JSON.parse(readFileSync(file, 'utf8')) as ResourceKey]),
  );
  inLanguage.set(tag, texts);
  return texts;
}

/**
 * Returns the texts of every package in every language, as the page would fetch them one by one. A test may remove
 * some.
 */
export function allTexts(): Resource {
  const texts: Resource = {};
  for (const tag of languages) {
    let own: Resource[string] | undefined;
    const get = () => (own ??= { ...textsIn(tag) });
    Object.defineProperty(texts, tag, { configurable: true, enumerable: true, get });
  }
  return texts;
}
