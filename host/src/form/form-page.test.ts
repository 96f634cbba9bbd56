import { readFileSync } from 'node:fs';
import { getForm, sendForm } from '@parlance/shared/contract/api/automations/automation-events';
import type { FormField } from '@parlance/shared/contract/agents/automation';
import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import { fakeServer } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { textOf } from '../login/page-texts.ts';
import { loginTextsIn } from '../testing/open-login.ts';
import { startForm } from './form-page.ts';

const server = fakeServer();
const token = 'a'.repeat(43);
const field = (name: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  kind,
  options: [],
  is_required: false,
  ...more,
});
const form = {
  title: 'Report a fault',
  description: 'We answer within a day.',
  organization_name: 'Pro example',
  fields: [
    field('what', 'paragraph', { label: 'What is broken?', is_required: true }),
    field('mail', 'email', { label: 'Your address' }),
    field('where', 'select', { label: 'Where', options: ['Hall', 'Roof'] }),
    field('urgent', 'checkbox', { label: 'It is urgent' }),
  ],
};

/** Opens the page as the web service sends it in English. */
function openForm(language = 'en'): ReturnType<typeof userEvent.setup> {
  window.history.replaceState(null, '', `/form/${token}`);
  const texts = loginTextsIn(language);
  const page = readFileSync(new URL('../../pages/form.html', import.meta.url), 'utf8')
    .replace(/\{\{text\.([\w.]+)\}\}/g, (_, key: string) => textOf(texts, `host.${key}`) ?? '')
    .replace('{{{languages}}}', '<option value="en">en</option><option value="de-DE">de-DE</option>');
  document.body.innerHTML = page
    .slice(page.indexOf('<header>'), page.indexOf('</body>'))
    .replaceAll(/\{\{\{?[\w.]+\}?\}\}/g, '');
  document.documentElement.lang = language;
  for (const [id, value] of [
    [pageBlocks.config, { apiBase: 'http://localhost:3000/api/main', language }],
    [pageBlocks.texts, texts],
  ] as const) {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = id;
    block.textContent = JSON.stringify(value);
    document.body.append(block);
  }
  startForm();
  return userEvent.setup();
}

beforeEach(() => localStorage.clear());

test('shows what the form asks, whose it is, and that an assistant reads it', async () => {
  server.answer(getForm, form);
  openForm();
  expect(await screen.findByRole('heading', { name: 'Report a fault' })).toBeVisible();
  expect(screen.getByText('We answer within a day.')).toBeVisible();
  expect(screen.getByText('Pro example')).toBeVisible();
  expect(screen.getByText('An AI assistant of Pro example reads what you send.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'What is broken?' })).toBeRequired();
  expect(screen.getByRole('textbox', { name: 'Your address (optional)' })).not.toBeRequired();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Choose an option', 'Hall', 'Roof']),
  );
  expect(document.title).toBe('Report a fault');
});

test('what is missing or wrong is said beside its field, which takes the focus; nothing is sent', async () => {
  server.answer(getForm, form);
  const user = openForm();
  await user.type(await screen.findByRole('textbox', { name: /Your address/ }), 'nobody');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByRole('textbox', { name: 'What is broken?' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'What is broken?' })).toHaveAccessibleDescription(
    'This field is required.',
  );
  expect(screen.getByRole('textbox', { name: /Your address/ })).toHaveAccessibleDescription('Enter an email address.');
  await user.type(screen.getByRole('textbox', { name: 'What is broken?' }), 'x');
  expect(screen.getByRole('textbox', { name: 'What is broken?' })).toHaveAccessibleDescription('');
  expect(server.requests(sendForm)).toHaveLength(0);
});

test('is sent without cookies, and thanks in the words of whoever made it', async () => {
  server.answer(getForm, form);
  server.answer(sendForm, { thanks: 'We are on our way.' });
  const user = openForm();
  await user.type(await screen.findByRole('textbox', { name: 'What is broken?' }), 'The lamp');
  await user.selectOptions(screen.getByRole('combobox', { name: /Where/ }), 'Roof');
  await user.click(screen.getByRole('checkbox', { name: /urgent/ }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('We are on our way.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Thank you' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument();
  const [sent] = server.requests(sendForm);
  expect(sent?.body.values).toEqual({ what: 'The lamp', mail: '', where: 'Roof', urgent: true });
  expect(sent?.headers.get('cookie')).toBeNull();
});

test('what could not be sent stays, is said, and is the same message when it is sent again', async () => {
  server.answer(getForm, form);
  server.answer(sendForm, { thanks: '' });
  server.fail(sendForm, 'rate_limited', { times: 1 });
  const user = openForm();
  await user.type(await screen.findByRole('textbox', { name: 'What is broken?' }), 'The lamp');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByText(/What you entered is kept\./)).toBeVisible());
  expect(screen.getByRole('textbox', { name: 'What is broken?' })).toHaveValue('The lamp');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Your answers have been received.')).toBeVisible();
  const keys = server.requests(sendForm).map(({ body }) => body.idempotency_key);
  expect(new Set(keys).size).toBe(1);
});

test('answers that were changed after a failure are another message', async () => {
  server.answer(getForm, form);
  server.answer(sendForm, { thanks: '' });
  server.fail(sendForm, 'rate_limited', { times: 1 });
  const user = openForm();
  await user.type(await screen.findByRole('textbox', { name: 'What is broken?' }), 'The lamp');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByText(/What you entered is kept\./)).toBeVisible());
  await user.type(screen.getByRole('textbox', { name: 'What is broken?' }), ' and the fan');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Your answers have been received.')).toBeVisible();
  const keys = server.requests(sendForm).map(({ body }) => body.idempotency_key);
  expect(new Set(keys).size).toBe(2);
});

test('a link that leads to no form says so, and one that could not be read is tried again', async () => {
  server.fail(getForm, 'not_found', { times: 1 });
  openForm();
  expect(await screen.findByRole('heading', { name: 'This form isn’t available' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument();
  server.answer(getForm, form);
  server.lose(getForm, { times: 1 });
  const user = openForm();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Report a fault' })).toBeVisible();
});

test('another language is put in place without losing what was typed or said', async () => {
  server.answer(getForm, form);
  server.answerAddress('http://localhost:3000/texts/de-DE.json', () => ({ json: loginTextsIn('de-DE') }));
  const user = openForm();
  await user.type(await screen.findByRole('textbox', { name: /Your address/ }), 'mia@example.com');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.selectOptions(document.querySelector<HTMLSelectElement>('#language') ?? document.body, 'de-DE');
  expect(await screen.findByRole('button', { name: 'Absenden' })).toBeVisible();
  expect(screen.getByText('Dieses Feld ist erforderlich.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Your address/ })).toHaveValue('mia@example.com');
});
