import { createPromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { endSession, fakeServer, renderScreen } from '@parlance/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { template } from '../../testing/templates.ts';
import PromptTemplateBuilder from './prompt-template-builder.tsx';

const server = fakeServer();
const show = () =>
  renderScreen(<PromptTemplateBuilder />, {
    path: '/prompt-template-builder',
    route: '/prompt-template-builder',
    session: {},
  });
const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const preview = () => within(screen.getByRole('complementary', { name: 'Preview' }));

test('a name in the prompt becomes a field, and the preview fills it in', async () => {
  const { user } = show();
  write('Prompt', 'Dear {{who}}, greetings from {{user}}.');
  await user.type(preview().getByRole('textbox', { name: 'who' }), 'Ann');
  expect(preview().getByText('Dear Ann, greetings from Mia Member.')).toBeInTheDocument();
});

test('a variable is given a kind and options, and the preview asks for it so', async () => {
  const { user } = show();
  write('Prompt', 'About {{topic}}');
  await user.click(screen.getByText('{{topic}}'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Single choice');
  await user.click(screen.getByRole('button', { name: 'Add option' }));
  await user.selectOptions(preview().getByRole('combobox', { name: 'topic' }), 'Option 1');
  expect(preview().getByText('About Option 1')).toBeInTheDocument();
});

test('a variable that is of another kind for a while has its default value when it is of its kind again', async () => {
  const { user } = show();
  write('Prompt', 'About {{topic}}');
  await user.click(screen.getByText('{{topic}}'));
  const kind = screen.getByRole('combobox', { name: 'Type' });
  const standard = () => screen.getByRole('textbox', { name: /^Default value/ });
  write('Default value (optional)', 'prices');
  await user.selectOptions(kind, 'Date');
  expect(standard()).toHaveValue('');
  await user.selectOptions(kind, 'Text');
  expect(standard()).toHaveValue('prices');
});

test('the text of a system variable goes where the cursor stands', async () => {
  const { user } = show();
  write('Prompt', 'On  .');
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
  field.setSelectionRange(3, 3);
  await user.click(screen.getByRole('button', { name: '{{date}}' }));
  expect(field).toHaveValue('On {{date}} .');
});

test('without a title it is not sent, and every fault is said', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getAllByText('Enter a title in at least one language.')).toHaveLength(2);
  expect(screen.getAllByText('Enter a prompt in at least one language.')).toHaveLength(2);
});

test('is saved in several languages and leads to its editor', async () => {
  server.answer(createPromptTemplate, template());
  const { user, location } = show();
  write('Title', 'Letter');
  write('Prompt', 'Dear {{who}}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of the texts' }), 'Deutsch');
  write('Title', 'Brief');
  write('Prompt', 'Hallo {{who}}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location()).toBe(`/prompt-template-editor/${template().id}`));
  expect(server.requests(createPromptTemplate)[0]?.body.from).toMatchObject({
    definition: {
      title: { en: 'Letter', 'de-DE': 'Brief' },
      body: { en: 'Dear {{who}}', 'de-DE': 'Hallo {{who}}' },
      variables: [{ name: 'who' }],
    },
  });
});

test('a command that is taken is said beside its field, and what was typed stays', async () => {
  server.fail(createPromptTemplate, 'name_taken');
  const { user } = show();
  write('Title', 'Letter');
  write('Prompt', 'Dear');
  fireEvent.change(screen.getByRole('textbox', { name: /^Command/ }), { target: { value: 'letter' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Another template already uses the command “letter”.')).toHaveLength(2);
  expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Dear');
});

test('what is written when the session ends is in the form again', async () => {
  const shown = show();
  await screen.findByRole('textbox', { name: 'Prompt' });
  write('Prompt', 'Dear {{who}}');
  endSession(shown);
  show();
  expect(await screen.findByRole('textbox', { name: 'Prompt' })).toHaveValue('Dear {{who}}');
});
