import { focusedLink, focusLink } from './kept-focus.ts';

const links = '<a href="/dialogues">Dialogues</a><a href="/#ask">New dialogue</a><button>Search</button>';
function newRoot(): HTMLElement {
  document.body.innerHTML = `<a href="/elsewhere">Elsewhere</a><div id="root">${links}</div>`;
  return document.getElementById('root')!;
}

test.each(['/dialogues', '/#ask'])('the focus on the painted link %s goes to the one that takes its place', (href) => {
  const root = newRoot();
  root.querySelector<HTMLElement>(`[href="${href}"]`)?.focus();
  const focused = focusedLink(root);
  root.innerHTML = links;
  expect(document.activeElement).toBe(document.body);
  focusLink(root, focused);
  expect(document.activeElement?.getAttribute('href')).toBe(href);
});

test('where no link of it has the focus nothing is done', () => {
  const root = newRoot();
  document.querySelector<HTMLElement>('[href="/elsewhere"]')?.focus();
  expect(focusedLink(root)).toBeNull();
  root.querySelector('button')?.focus();
  expect(focusedLink(root)).toBeNull();
  focusLink(root, null);
  expect(document.activeElement?.textContent).toBe('Search');
});
