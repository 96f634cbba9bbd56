import {
  getAutomation,
  listEventSamples,
  putAutomation,
  type Automation,
} from '@parlance/shared/contract/api/automations/automations';
import type { FormField } from '@parlance/shared/contract/agents/automation';
import { listBots } from '@parlance/shared/contract/api/bots';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { uuid } from '../../testing/agents.ts';
import { automationOf } from '../../testing/automations.ts';
import AgentAutomation from './agent-automation.tsx';

const server = fakeServer();
const none = { webhook_secret: null, action_secret: null };
const choice = (label: string, ...options: string[]): FormField => ({
  name: label.toLowerCase(),
  label,
  kind: 'select',
  options,
  is_required: false,
});
const asking = (...fields: FormField[]): Automation =>
  automationOf(1, {
    trigger: { kind: 'form', title: 'Report', description: 'What is broken', fields, thanks: 'Thank you' },
    webhook_url: null,
    form_url: 'http://localhost:3000/form/a',
  });

beforeEach(() => {
  server.answer(listBots, {
    items: [
      {
        id: uuid(800),
        name: 'Order desk',
        description: '',
        avatar: '📦',
        category: 'general',
        has_files: false,
        is_favorite: false,
        last_used_at: null,
      },
    ],
    next_cursor: null,
  });
  server.answer(listEventSamples, { items: [] });
  server.answer(listColleagues, { items: [{ id: uuid(901), name: 'Noor' }], next_cursor: null });
  server.answer(putAutomation, ({ body }) => ({
    automation: { ...asking(), ...body.definition, revision: 2 },
    ...none,
  }));
});

async function open(automation: Automation) {
  server.answer(getAutomation, automation);
  const shown = renderScreen(<AgentAutomation />, {
    path: `/agent-automation?automation=${uuid(1)}`,
    route: '/agent-automation',
    session: {},
  });
  await screen.findByRole('textbox', { name: 'Name' });
  return shown;
}
const card = (label: string) => within(screen.getByRole('listitem', { name: label }));
const options = (label: string) => card(label).getByRole('textbox', { name: 'Options' });
const sentTrigger = async () => {
  await waitFor(() => expect(server.requests(putAutomation)).not.toHaveLength(0));
  return server.requests(putAutomation).at(-1)?.body.definition.trigger;
};

test('a question that is moved takes its choices along, and so do those that stay where one is removed', async () => {
  const { user } = await open(
    asking(choice('Colour', 'red', 'blue'), choice('Again', 'yes', 'no'), choice('Size', 'small')),
  );
  await user.click(await screen.findByRole('button', { name: 'Move Again up' }));
  expect(options('Again')).toHaveValue('yes\nno');
  expect(options('Colour')).toHaveValue('red\nblue');
  await user.type(options('Again'), '{Enter}maybe');
  await user.click(screen.getByRole('button', { name: 'Remove Colour' }));
  expect(options('Size')).toHaveValue('small');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await sentTrigger()).toMatchObject({
    fields: [
      { name: 'again', options: ['yes', 'no', 'maybe'] },
      { name: 'size', options: ['small'] },
    ],
  });
});

test('what somebody else saved stands in the choices too, once it is taken', async () => {
  const { user } = await open(asking(choice('Colour', 'red', 'blue')));
  await user.type(await screen.findByRole('textbox', { name: 'Options' }), '{Enter}green');
  server.fail(putAutomation, 'conflict');
  server.answer(getAutomation, { ...asking(choice('Colour', 'white')), revision: 7 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Use their version' }));
  expect(options('Colour')).toHaveValue('white');
});

test('a question that is of another kind for a while has its choices when it is one choice again', async () => {
  const { user } = await open(asking(choice('Colour', 'red', 'blue')));
  const kind = await screen.findByRole('combobox', { name: 'Type' });
  await user.selectOptions(kind, 'Short text');
  await user.selectOptions(kind, 'Single choice');
  expect(options('Colour')).toHaveValue('red\nblue');
});

test('who looks at another “when” and comes back finds the form as it was; one of both is saved', async () => {
  const { user } = await open(asking(choice('Colour', 'red', 'blue'), choice('Size', 'small')));
  await user.click(screen.getByRole('radio', { name: /Webhook received/ }));
  await user.click(screen.getByRole('radio', { name: /File added/ }));
  expect(screen.queryByRole('listitem', { name: 'Colour' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: /Form submitted/ }));
  expect(options('Colour')).toHaveValue('red\nblue');
  await user.click(screen.getByRole('radio', { name: /File added/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await sentTrigger()).toEqual({ kind: 'file', knowledge_ids: [] });
});
