import { uploadAttachment } from '@parlance/shared/contract/api/attachments';
import { fillPromptTemplate, getUsableTemplate, listUsableTemplates } from '@parlance/shared/contract/api/prompt-templates';
import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates';
import type { PlanFeature } from '@parlance/shared/contract/access';
import type { PromptTemplateDefinition } from '@parlance/shared/contract/prompt-template';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { Composer } from './composer.tsx';
import { useComposer } from './use-composer.ts';

const server = fakeServer();
const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const usable = (number: number, more: Partial<UsableTemplate> = {}): UsableTemplate => ({ id: id(number), title: `Template ${number}`, description: '', command: null, is_favorite: false, version: 1, has_variables: false, ...more });
const greeting = usable(1, { title: 'Greeting', command: 'hello' });
const letter = usable(2, { title: 'Letter', command: 'letter', has_variables: true });
const base = { label: {}, help: {}, is_required: false, default: [], options: [] };
const definition: PromptTemplateDefinition = {
  title: { en: 'Letter' }, description: {}, body: { en: 'Dear {{who}}, see {{source}}. {{user}}' },
  variables: [{ ...base, name: 'who', kind: 'text', label: { en: 'To whom' }, is_required: true }, { ...base, name: 'source', kind: 'file' }],
};

const sent: string[] = [];
function Written() {
  const state = useComposer({ place: 'test', send: async ({ text }) => void sent.push(text) });
  return <Composer state={state} placeholder="" takesFiles />;
}
beforeEach(() => {
  sent.length = 0;
  // The draft of the test before.
  sessionStorage.clear();
  server.answer(listUsableTemplates, { items: [letter, greeting], next_cursor: null });
  server.answer(getUsableTemplate, { ...letter, definition, user: 'Mia', team: '' });
});
const show = (features: readonly PlanFeature[] = ['prompt_template']) => renderScreen(<Written />, { session: { features } });
const field = () => screen.getByRole('textbox', { name: 'Message' });

test('“/” offers the templates; letters narrow them, and Escape puts them away', async () => {
  const { user } = show();
  await user.type(field(), '/');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Letter/letter', 'Greeting/hello']);
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
  server.answer(uploadAttachment, { id: id(50), file_id: id(51), name: 'notes.txt', kind: 'document', size: 3, media_type: 'text/plain', state: 'ready', error_code: null });
  const { user } = show();
  await user.type(field(), '/let');
  await user.click(await screen.findByRole('option', { name: /Letter/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Letter' }));
  expect(await dialog.findByRole('textbox', { name: 'To whom' })).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  expect(dialog.getByText('Please fill this in.')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'To whom' }), 'Ann');
  await user.upload(dialog.getByLabelText(/^source/), new File(['abc'], 'notes.txt', { type: 'text/plain' }));
  expect(dialog.getByText('Dear Ann, see notes.txt. Mia')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Insert' }));
  await waitFor(() => expect(field()).toHaveValue('Dear Ann, see notes.txt. Mia'));
  expect(server.requests(fillPromptTemplate)[0]?.body.values).toEqual({ who: ['Ann'], source: ['notes.txt'] });
  await waitFor(() => expect(server.requests(uploadAttachment)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
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
