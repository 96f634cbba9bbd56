import { part } from '../elements.ts';
import { textOf, type Texts } from '../page-texts.ts';

/** The button that shows the password of a step, and hides it again. */
export function startReveal(form: HTMLElement, texts: () => Texts): void {
  const reveal = part(form, 'reveal');
  const password = part<HTMLInputElement>(form, 'password');
  reveal.addEventListener('click', () => {
    const isShown = password.type === 'password';
    password.type = isShown ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(isShown));
    reveal.dataset.text = isShown ? 'login.hide' : 'login.show';
    reveal.textContent = textOf(texts(), `host.${reveal.dataset.text}`) ?? '';
  });
}
