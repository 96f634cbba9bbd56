import { pageBlocks, textsPath } from '@parlance/shared/contract/page/page-blocks';

/**
 * The texts of the page by dotted key (`host` and `shared`), as the server sent them or as a change of language fetched
 * them.
 */
export type Texts = { readonly [key: string]: string | Texts };

// written by our own web service
export const readBlock = <T>(id: string): T => JSON.parse(document.getElementById(id)?.textContent ?? '{}') as T;

/** The texts of the page's language. */
export const textsOfPage = (): Texts => readBlock<Texts>(pageBlocks.texts);

/** The text of a key such as `host.login.email`; an empty one where it is missing, which the locale checks prevent. */
export function textOf(texts: Texts, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>((level, part) => (typeof level === 'object' ? level[part] : undefined), texts);
  return typeof found === 'string' ? found : undefined;
}

export async function fetchTexts(language: string): Promise<Texts> {
  const answer = await fetch(textsPath(language));
  if (!answer.ok) throw new Error(`${textsPath(language)} answered ${answer.status}.`);
  return (await answer.json()) as Texts; // the build wrote it
}

/** Puts the texts of a language into the HTML, where the server put those of the first one. */
export function fillTexts(place: ParentNode, texts: Texts): void {
  for (const element of place.querySelectorAll<HTMLElement>('[data-text]')) {
    element.textContent = textOf(texts, `host.${element.dataset.text}`) ?? element.textContent;
  }
  for (const element of place.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', textOf(texts, `host.${element.dataset.label}`) ?? '');
  }
}
