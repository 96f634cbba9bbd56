import { uploadAttachment } from '@parlance/shared/contract/api/attachments';
import {
  fillPromptTemplate,
  getUsableTemplate,
  listUsableTemplates,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice } from '@parlance/shared/ui/toasts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { forgetDrafts } from './draft-store.ts';
import { Composer } from './composer.tsx';
import { useComposer } from './use-composer.ts';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const usable = (number: number, more: Partial<UsableTemplate> = {}): UsableTemplate => ({
  id: id(number),
  title: `Template ${number}`,
  description: '',
  command: null,
  is_favorite: false,
  version: 1,
  has_variables: false,
  ...more,
});
const greeting = usable(1, { title: 'Greeting', command: 'hello' });
const letter = usable(2, { title: 'Letter', command: 'letter', has_variables: true });
const base = { label: {}, help: {}, is_required: false, default: [], options: [] };
const definition: PromptTemplateDefinition = {
  title: { en: 'Letter' },
  description: {},
  body: { en: 'Dear {{who}}, see {{source}}. {{user}}' },
  variables: [
    { ...base, name: 'who', kind: 'text', label: { en: 'To whom' }, is_required: true },
    { ...base, name: 'source', kind: 'file' },
  ],
};

const sent: string[] = [];
function Written() {
  const state = useComposer({ place: 'test', send: async ({ text }) => void sent.push(text) });
  return <Composer state={state} placeholder="" takesFiles />;
}
beforeEach(() => {
  sent.length = 0;
  // Removes the draft of the previous test.
  sessionStorage.clear();
  forgetDrafts();
  server.answer(listUsableTemplates, { items: [letter, greeting], next_cursor: null });
  server.answer(getUsableTemplate, { ...letter, definition, user: 'Mia', team: '' });
});
const show = (features: readonly PlanFeature[] = ['prompt_template']) =>
  renderScreen(<Written />, { session: { features } });
const field = () => screen.getByRole('textbox', { name: 'Prompt' });

test('“/” offers the templates; letters narrow them, and Escape puts them away', async () => {
  const { user } = show();
  await user.type(field(), '/');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Letter/letter',
    'Greeting/hello',
  ]);
  await user.type(field(), 'hel');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

test('one without variables is inserted at once, to be read before it is sent', async () => {
  server.answer(fillPromptTemplate, { text: 'Good morning.' });
  const { user } = show();
  await user.type(field(), '/hello');
  await screen.findByRole('option', { name: /Greeting/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field()).toHaveValue('Good morning.'));
  expect(server.requests(fillPromptTemplate)[0]?.body).toMatchObject({ version: 1, language: 'en', values: {} });
  expect(sent).toEqual([]);
});

test('one with variables asks for them, says what is missing, and inserts what the server makes; its file is attached', async () => {
  server.answer(fillPromptTemplate, { text: 'Dear Ann, see notes.txt. Mia' });
  server.answer(uploadAttachment, {
    id: id(50),
    file_id: id(51),
    name: 'notes.txt',
    kind: 'document',
    size: 3,
    media_type: 'text/plain',
    state: 'ready',
    error_code: null,
  });
  const { user } = show();
  await user.type(field(), '/let');
  await user.click(await screen.findByRole('option', { name: /Letter/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Letter' }));
  expect(await dialog.findByRole('textbox', { name: 'To whom' })).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  expect(dialog.getByText('This field is required.')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'To whom' }), 'Ann');
  await user.upload(dialog.getByLabelText(/^source/), new File(['abc'], 'notes.txt', { type: 'text/plain' }));
  expect(dialog.getByText('Dear Ann, see notes.txt. Mia')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  await waitFor(() => expect(field()).toHaveValue('Dear Ann, see notes.txt. Mia'));
  expect(server.requests(fillPromptTemplate)[0]?.body.values).toEqual({ who: ['Ann'], source: ['notes.txt'] });
  await waitFor(() => expect(server.requests(uploadAttachment)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('stands in front of what is typed, in the place of the “/” alone', async () => {
  const filled = Promise.withResolvers<{ text: string }>();
  server.answer(fillPromptTemplate, () => filled.promise);
  const { user } = show();
  await user.type(field(), '/hello');
  await screen.findByRole('option', { name: /Greeting/ });
  await user.keyboard('{Enter}{Enter}{Enter}');
  await waitFor(() => expect(server.requests(fillPromptTemplate)).toHaveLength(1));
  await user.type(field(), ' and thanks');
  filled.resolve({ text: 'Good morning.' });
  await waitFor(() => expect(field()).toHaveValue('Good morning.\n\nand thanks'));
  expect(server.requests(fillPromptTemplate)).toHaveLength(1);
  expect(sent).toEqual([]);
});

test('what is asked for by the address stands in front of the draft that waits', async () => {
  server.answer(fillPromptTemplate, { text: 'Dear Ann,' });
  const { user } = renderScreen(<Asked id={letter.id} done={() => undefined} />, {
    session: { features: ['prompt_template'] },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Letter' }));
  fireEvent.change(field(), { target: { value: 'Half a thou' } });
  await user.type(await dialog.findByRole('textbox', { name: 'To whom' }), 'Ann');
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  await waitFor(() => expect(field()).toHaveValue('Dear Ann,\n\nHalf a thou'));
});

test('“Cancel” while the text is on its way lets nothing in', async () => {
  const filled = Promise.withResolvers<{ text: string }>();
  server.answer(fillPromptTemplate, () => filled.promise);
  const { user } = show();
  await user.type(field(), '/let');
  await user.click(await screen.findByRole('option', { name: /Letter/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Letter' }));
  await user.type(await dialog.findByRole('textbox', { name: 'To whom' }), 'Ann');
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  await waitFor(() => expect(server.requests(fillPromptTemplate)).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  filled.resolve({ text: 'Dear Ann,' });
  // The next request succeeds, without the result of the previous one.
  server.answer(fillPromptTemplate, { text: 'Good morning.' });
  await user.clear(field());
  await user.type(field(), '/hello');
  await user.click(await screen.findByRole('option', { name: /Greeting/ }));
  await waitFor(() => expect(field()).toHaveValue('Good morning.'));
});

describe('what cannot be had says so', () => {
  const notices: string[] = [];
  let stopListening: () => void;
  beforeEach(() => {
    notices.length = 0;
    stopListening = onNotice(({ message }) => notices.push(message));
  });
  afterEach(() => stopListening());

  test('a template that is gone', async () => {
    const done = jest.fn();
    renderScreen(<Asked id={id(9)} done={done} />, { session: { features: ['prompt_template'] } });
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(notices).toEqual(['This prompt template is no longer available.']);
  });

  test('a list that cannot be loaded, and the next “/” tries again', async () => {
    server.fail(listUsableTemplates, 'rate_limited', { times: 1 });
    const { user } = show();
    await user.type(field(), '/');
    await waitFor(() => expect(notices).toEqual([expect.stringMatching(/^The prompt templates couldn’t be loaded\./)]));
    await user.clear(field());
    await user.type(field(), '/');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
  });
});

test('Enter belongs to the first of what is typed now, never with another key, and a held one neither chooses nor sends', async () => {
  server.answer(listUsableTemplates, {
    items: [letter, greeting, usable(3, { title: 'Letter of thanks', command: 'thanks' })],
    next_cursor: null,
  });
  server.answer(fillPromptTemplate, { text: 'Good morning.' });
  const { user } = show();
  await user.type(field(), '/');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}');
  await user.type(field(), 'let');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Letter/letter');
  await user.clear(field());
  await user.type(field(), '/hello');
  fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field(), { key: 'Enter', repeat: true });
  expect(server.requests(fillPromptTemplate)).toHaveLength(0);
  await user.keyboard('{Escape}');
  fireEvent.keyDown(field(), { key: 'Enter', repeat: true });
  expect(sent).toEqual([]);
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(sent).toEqual(['/hello']));
});

test('what was entered stays where it could not be filled in', async () => {
  server.fail(fillPromptTemplate, 'conflict');
  const { user } = show();
  await user.type(field(), '/let');
  await user.click(await screen.findByRole('option', { name: /Letter/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Letter' }));
  await user.type(await dialog.findByRole('textbox', { name: 'To whom' }), 'Ann');
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  expect(await dialog.findByText(/What you entered is kept/)).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'To whom' })).toHaveValue('Ann');
});

test('without the feature of the plan a “/” is a “/”', async () => {
  const { user } = show([]);
  await user.type(field(), '/hello{Enter}');
  await waitFor(() => expect(sent).toEqual(['/hello']));
  expect(server.requests(listUsableTemplates)).toEqual([]);
});

test('the form of a template opens by itself where the address asks for it, and is left for good', async () => {
  const done = jest.fn();
  const { user } = renderScreen(<Asked id={letter.id} done={done} />, { session: { features: ['prompt_template'] } });
  const form = await screen.findByRole('dialog', { name: 'Letter' });
  expect(field()).toHaveValue('');
  await user.click(within(form).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
});

function Asked(template: { readonly id: string; readonly done: () => void }) {
  const state = useComposer({ place: 'test', send: async ({ text }) => void sent.push(text) });
  return <Composer state={state} placeholder="" takesFiles template={template} />;
}
