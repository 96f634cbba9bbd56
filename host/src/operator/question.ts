import { part } from '../login/elements.ts';

type Question = { readonly heading: string; readonly text: string; readonly yes: string };

/** Asks for confirmation; resolves with the answer. Escape is no. */
export function askOperatorQuestion({ heading, text, yes }: Question): Promise<boolean> {
  const dialog = part<HTMLDialogElement>(document, 'question');
  const [yesButton, noButton] = [
    part<HTMLButtonElement>(document, 'question-yes'),
    part<HTMLButtonElement>(document, 'question-no'),
  ];
  part(document, 'question-heading').textContent = heading;
  part(document, 'question-text').textContent = text;
  yesButton.textContent = yes;
  return new Promise((resolve) => {
    dialog.returnValue = '';
    yesButton.onclick = () => dialog.close('yes');
    noButton.onclick = () => dialog.close();
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
    dialog.showModal();
    noButton.focus();
  });
}
