import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Resource, ResourceKey } from 'i18next';
import { languages } from '../contract/language.ts';

/** The folder that holds the packages. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The packages that have texts, with their i18n namespaces. */
export function packagesWithTexts(): { folder: string; namespace: string }[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, entry.name, 'locales')))
    .map((entry) => ({ folder: path.join(root, entry.name), namespace: entry.name.replace(/^remote-/, '') }));
}

/** The texts of every package in every language, as the page would fetch them one by one. */
export function allTexts(): Resource {
  return Object.fromEntries(
    languages.map((tag) => [
      tag,
      Object.fromEntries(
        packagesWithTexts()
          .map(({ folder, namespace }) => [namespace, path.join(folder, 'locales', `${tag}.json`)] as const)
          .filter(([, file]) => existsSync(file))
          .map(([namespace, file]) => [namespace, JSON.parse(readFileSync(file, 'utf8')) as ResourceKey]), // the locale check looks at their shape
      ),
    ]),
  );
}
