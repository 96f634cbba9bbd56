import { languages } from '@parlance/shared/contract/language-tags';
import { keepLanguage, keptLanguage } from '@parlance/shared/i18n/kept-language';
import { part } from './elements.ts';
import { fetchTexts, textOf, type Texts } from './page-texts.ts';

const oneYearInSeconds = 365 * 24 * 60 * 60;

/** The cookie is the one of shared/theme, which this page does not load for its size. */
export function startTheme(): void {
  const select = part<HTMLSelectElement>(document, 'theme');
  select.addEventListener('change', () => {
    document.documentElement.dataset.theme = select.value;
    document.cookie = `theme=${select.value}; path=/; max-age=${oneYearInSeconds}; samesite=lax`;
  });
}

/** Names the themes in the language of the page. */
export function nameThemes(texts: Texts): void {
  for (const option of part<HTMLSelectElement>(document, 'theme').options) option.textContent = textOf(texts, `host.themes.${option.value}`) ?? option.textContent;
}

/** The server chose by the cookie, else by what the browser asks for; what this browser keeps goes before both (specification §9). */
export function startLanguage(served: string, apply: (language: string, texts: Texts) => void): void {
  const select = part<HTMLSelectElement>(document, 'language');
  let wanted = served;
  const change = async (language: string) => {
    wanted = language;
    const texts = await fetchTexts(language);
    // Whoever chooses twice gets the second, whichever arrives first.
    if (wanted !== language) return;
    apply(language, texts);
    select.value = language;
  };
  const failed = (error: unknown) => {
    console.warn('The texts of that language could not be fetched.', error);
    select.value = document.documentElement.lang;
  };
  select.addEventListener('change', () => {
    const chosen = languages.find((it) => it === select.value);
    if (chosen !== undefined) keepLanguage(chosen);
    void change(select.value).catch(failed);
  });
  const kept = keptLanguage();
  if (kept === null || kept === served) return;
  keepLanguage(kept);
  void change(kept).catch(failed);
}
