import { languages } from '@parlance/shared/contract/values/language-tags';
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
  for (const option of part<HTMLSelectElement>(document, 'theme').options)
    option.textContent = textOf(texts, `host.themes.${option.value}`) ?? option.textContent;
}

type LanguageOfPage = {
  /** Those that the page shows. */
  readonly texts: () => Texts;
  readonly apply: (language: string, texts: Texts) => void;
};

/**
 * The server chose by the cookie, else by what the browser asks for; what this browser keeps goes before both
 * (specification §9).
 */
export function startLanguage(served: string, { texts, apply }: LanguageOfPage): void {
  const select = part<HTMLSelectElement>(document, 'language');
  const notice = part(document, 'language-notice');
  let wanted = served;
  const change = (language: string) => {
    wanted = language;
    notice.replaceChildren();
    // Whoever chooses twice gets the second, whichever arrives first.
    fetchTexts(language).then(
      (fetched) => wanted === language && changed(language, fetched),
      () => wanted === language && failed(language),
    );
  };
  const changed = (language: string, fetched: Texts) => {
    apply(language, fetched);
    select.value = language;
  };
  const failed = (language: string) => {
    select.value = document.documentElement.lang;
    notice.replaceChildren(
      failureOf(texts(), () => {
        // The button goes with the notice.
        select.focus();
        change(language);
      }),
    );
  };
  select.addEventListener('change', () => {
    const chosen = languages.find((it) => it === select.value);
    if (chosen !== undefined) keepLanguage(chosen);
    change(select.value);
  });
  const kept = keptLanguage();
  if (kept === null || kept === served) return;
  keepLanguage(kept);
  change(kept);
}

/** Says that a language could not be changed, and offers to try again. */
function failureOf(texts: Texts, tryAgain: () => void): HTMLElement {
  const failure = document.createElement('p');
  failure.className = 'form-failure';
  failure.role = 'alert';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button-link';
  button.textContent = textOf(texts, 'shared.ui.retry') ?? '';
  button.addEventListener('click', tryAgain, { once: true });
  failure.append(textOf(texts, 'host.person.languageNotChanged') ?? '', ' ', button);
  return failure;
}
