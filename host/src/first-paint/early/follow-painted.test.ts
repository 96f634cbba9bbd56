import { fireEvent } from '@testing-library/react';
import { followPainted } from './follow-painted.ts';

let readyState: DocumentReadyState;
beforeEach(() => {
  readyState = 'interactive';
  jest.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState);
  history.replaceState(null, '', '/');
  document.body.innerHTML = `
    <div data-painted><a href="#main">Skip</a><nav><a href="/" aria-current="page">Home</a><a href="/dialogues"><span>Dialogues</span></a></nav><main id="main" tabindex="-1"></main></div>
    <a href="/elsewhere">Elsewhere</a>`;
  document.addEventListener('click', followPainted);
});
afterEach(() => document.removeEventListener('click', followPainted));

/** Whether the browser is left to follow the link. */
const click = (text: string, given: MouseEventInit = {}) => {
  const element = [...document.querySelectorAll('a, span')].findLast((it) => it.textContent === text);
  const link = element?.closest('a');
  let isLeft = true;
  // A browser of a test would try to open the page.
  window.addEventListener(
    'click',
    (event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  fireEvent.click(element!, given);
  return { isLeft, link };
};

test('a painted link changes the address at once, and says so, for the code that is on its way', () => {
  const { isLeft, link } = click('Dialogues');
  expect(isLeft).toBe(false);
  expect(window.location.pathname).toBe('/dialogues');
  expect([...document.querySelectorAll('[aria-current]')]).toEqual([link]);
});

test('the way into the main part leads there', () => {
  expect(click('Skip').isLeft).toBe(false);
  expect(document.activeElement?.id).toBe('main');
  expect(window.location.href).not.toContain('#');
});

test.each([
  ['a link that is not painted', 'Elsewhere', {}],
  ['one that is opened in another tab', 'Dialogues', { ctrlKey: true }],
  ['… on a Mac', 'Dialogues', { metaKey: true }],
  ['one that is opened in another window', 'Dialogues', { shiftKey: true }],
  ['one that is saved', 'Dialogues', { altKey: true }],
  ['another button', 'Dialogues', { button: 1 }],
])('%s is the browser’s', (_, text, given) => {
  expect(click(text, given).isLeft).toBe(true);
  expect(window.location.pathname).toBe('/');
});

test('where nothing is on its way any more, as where the code could not be fetched, the browser follows', () => {
  readyState = 'complete';
  expect(click('Dialogues').isLeft).toBe(true);
});
