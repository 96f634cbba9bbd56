import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { changeLanguage } from '@parlance/shared/i18n';
import { act, screen, within } from '@testing-library/react';
import PrivacyPolicy from './privacy-policy.tsx';

fakeServer();
const show = (path = '/terms/privacy-policy') => renderScreen(<PrivacyPolicy />, { path });

test('can be read by anyone, with its version and the note that it is a template', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeInTheDocument();
  expect(screen.getByText(/Version of November 24, 2026/)).toBeInTheDocument();
  expect(screen.getByRole('note')).toHaveTextContent('template');
});

test('says that usage is measured without content and without the consent to analytics, and what that consent covers', async () => {
  show();
  const article = await screen.findByRole('article');
  expect(article).toHaveTextContent('typing, reading, interacting and idling');
  expect(article).toHaveTextContent('It contains no content');
  expect(article).toHaveTextContent('do not depend on the cookie choice');
  expect(article).toHaveTextContent('Nothing of this leaves your browser before you allow it');
});

test('says what the tab keeps, what a language model is given, and how long deleted and unsent things are kept', async () => {
  show();
  const article = await screen.findByRole('article');
  expect(article).toHaveTextContent('The session storage of a tab holds');
  expect(article).toHaveTextContent('it receives your prompt, the dialogue before it');
  expect(article).toHaveTextContent('A deleted dialogue is kept for 30 days');
  expect(article).toHaveTextContent('An attached file that is not sent is deleted after one day');
});

test('every heading stands in the contents and can be reached from there', async () => {
  const { user, location } = show();
  const contents = await screen.findByRole('navigation', { name: 'Contents' });
  const headings = within(screen.getByRole('article')).getAllByRole('heading', { level: 2 });
  const links = within(contents).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
  const scrolledTo: string[] = [];
  Element.prototype.scrollIntoView = function note() {
    scrolledTo.push(this.id);
  };
  await user.click(within(contents).getByRole('link', { name: 'Usage sessions' }));
  expect(location()).toBe('/terms/privacy-policy#section-4');
  expect(scrolledTo).toEqual(['section-4']);
});

test('the support address is a link, and the places of the operator are marked', async () => {
  show();
  const [link] = await screen.findAllByRole('link', { name: 'support@parlance.example' });
  expect(link).toHaveAttribute('href', 'mailto:support@parlance.example');
  expect(screen.getByText('[Name and postal address of the operator]').tagName).toBe('MARK');
});

test('leads to the terms of service', async () => {
  const { user, location } = show();
  await user.click(await screen.findByRole('link', { name: 'Terms of service' }));
  expect(location()).toBe('/terms/service');
});

test('can be printed', async () => {
  let printed = 0;
  window.print = () => {
    printed += 1;
  };
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(printed).toBe(1);
});

test('changes with the language of the page', async () => {
  show();
  await screen.findByRole('heading', { name: 'Privacy policy' });
  await act(() => changeLanguage('de-DE'));
  expect(await screen.findByRole('heading', { level: 2, name: 'Nutzungssitzungen' })).toBeInTheDocument();
  expect(screen.getByText(/Fassung vom 24. November 2026/)).toBeInTheDocument();
});
