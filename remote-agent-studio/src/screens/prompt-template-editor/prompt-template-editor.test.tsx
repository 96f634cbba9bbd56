import {
  chooseTemplateVersion,
  getPromptTemplate,
  getTemplateVersion,
  listTemplateVersions,
  reviewPromptTemplate,
  savePromptTemplate,
  setTemplateAccess,
  type PromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { comeBack, endSession, fakeServer, renderScreen } from '@parlance/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { template, templateId } from '../../testing/templates.ts';
import PromptTemplateEditor from './prompt-template-editor.tsx';

const server = fakeServer();
const olga = { id: templateId(901), name: 'Olga Other' };
const version = (number: number, isInUse: boolean) => ({
  id: templateId(500 + number),
  number,
  message: `message ${number}`,
  created_at: '2026-11-20T10:00:00.000Z',
  created_by: olga,
  is_in_use: isInUse,
});
function show(loaded: PromptTemplate = template(), part = '') {
  server.answer(getPromptTemplate, loaded);
  return renderScreen(<PromptTemplateEditor />, {
    path: `/prompt-template-editor/${loaded.id}${part}`,
    route: '/prompt-template-editor/:templateId',
    session: {},
  });
}
const body = () => screen.findByRole('textbox', { name: 'Prompt' });
const write = async (text: string) => fireEvent.change(await body(), { target: { value: text } });

test('begins in a language that the template is written in', async () => {
  server.answer(getPromptTemplate, template());
  renderScreen(<PromptTemplateEditor />, {
    path: `/prompt-template-editor/${template().id}`,
    route: '/prompt-template-editor/:templateId',
    session: {},
    language: 'de-DE',
  });
  expect(await screen.findByRole('textbox', { name: 'Prompt' })).toHaveValue('Dear {{who}}');
});

test('saves what was written as a further version, on what was seen', async () => {
  server.answer(savePromptTemplate, template({ newest_version: 2, version: 2, revision: 2 }));
  const { user } = show();
  await write('Hello {{who}}');
  await user.type(screen.getByRole('textbox', { name: /^Change summary/ }), 'warmer');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requests(savePromptTemplate)[0]?.body).toMatchObject({
      revision: 1,
      message: 'warmer',
      in_use: true,
      definition: { body: { en: 'Hello {{who}}' } },
    }),
  );
});

test('where somebody else has saved meanwhile nothing is lost: both are offered and compared, and mine can follow theirs', async () => {
  const theirs = template({
    revision: 5,
    newest_version: 4,
    changed_by: olga,
    definition: { ...template().definition, body: { en: 'Theirs {{who}}' } },
  });
  server.answer(savePromptTemplate, template({ newest_version: 5, revision: 6 }));
  server.fail(savePromptTemplate, 'conflict', { times: 1 });
  const { user } = show();
  await write('Mine {{who}}');
  server.answer(getPromptTemplate, theirs);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Olga Other saved version 4 while you were editing/)).toBeInTheDocument();
  expect(await body()).toHaveValue('Mine {{who}}');
  await user.click(screen.getByRole('button', { name: 'Compare with form' }));
  expect(await screen.findByText('Theirs')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() =>
    expect(server.requests(savePromptTemplate).at(-1)?.body).toMatchObject({
      revision: 5,
      definition: { body: { en: 'Mine {{who}}' } },
    }),
  );
});

test('what is written stays in the form where the template was deleted meanwhile, and saving says so', async () => {
  server.fail(savePromptTemplate, 'not_found');
  const { user } = show();
  await write('Mine {{who}}');
  server.fail(getPromptTemplate, 'not_found');
  await comeBack();
  await waitFor(() => expect(server.requests(getPromptTemplate)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/This doesn’t exist, or you don’t have access to it/)).toBeInTheDocument();
  expect(await body()).toHaveValue('Mine {{who}}');
});

test('what is written when the session ends is in the form again, and meets what others have saved since', async () => {
  server.fail(savePromptTemplate, 'conflict');
  const shown = show();
  await write('Mine {{who}}');
  endSession(shown);
  const { user } = show(template({ revision: 5, newest_version: 4, changed_by: olga }));
  expect(await body()).toHaveValue('Mine {{who}}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Olga Other saved version 4 while you were editing/)).toBeInTheDocument();
  expect(server.requests(savePromptTemplate)[0]?.body).toMatchObject({
    revision: 1,
    definition: { body: { en: 'Mine {{who}}' } },
  });
});

test('or theirs is taken', async () => {
  const theirs = template({
    revision: 5,
    newest_version: 4,
    definition: { ...template().definition, body: { en: 'Theirs {{who}}' } },
  });
  server.fail(savePromptTemplate, 'conflict');
  const { user } = show();
  await write('Mine {{who}}');
  server.answer(getPromptTemplate, theirs);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Use their version' }));
  expect(await body()).toHaveValue('Theirs {{who}}');
});

test('a version is compared, loaded into the form, and put in use', async () => {
  server.answer(listTemplateVersions, { items: [version(2, true), version(1, false)], next_cursor: null });
  server.answer(getTemplateVersion, {
    ...version(1, false),
    definition: { ...template().definition, body: { en: 'Older {{who}}' } },
  });
  server.answer(chooseTemplateVersion, template({ version: 1 }));
  const { user, location } = show(template({ newest_version: 2, version: 2, revision: 3 }), '?part=versions');
  await user.click(await screen.findByRole('button', { name: 'Use this version' }));
  await waitFor(() => expect(server.requests(chooseTemplateVersion)[0]?.body).toEqual({ revision: 3, number: 1 }));
  // The cast holds: a heading of the list.
  const older = within((await screen.findByRole('heading', { name: 'Version 1' })).closest('li') as HTMLElement);
  await user.click(older.getByRole('button', { name: 'Compare with form' }));
  expect(await older.findByText('Older')).toBeInTheDocument();
  await user.click(older.getByRole('button', { name: 'Load into form' }));
  await waitFor(() => expect(location()).toBe(`/prompt-template-editor/${template().id}`));
  expect(await body()).toHaveValue('Older {{who}}');
});

test('is shared with the organisation by asking', async () => {
  server.answer(
    setTemplateAccess,
    template({
      review: { state: 'pending', version: 1, asked_by: olga, asked_at: '2026-11-20T10:00:00.000Z', reason: '' },
    }),
  );
  server.answer(listColleagueTeams, {
    items: [{ id: templateId(50), name: 'Support', members: 4 }],
    next_cursor: null,
  });
  const { user } = show(template(), '?part=sharing');
  await user.click(await screen.findByRole('radio', { name: /^Specific people and teams/ }));
  expect(await screen.findByRole('checkbox', { name: /^Support/ })).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Save sharing' })).toBeDisabled();
  await user.click(await screen.findByRole('radio', { name: /^Everyone in the organisation/ }));
  expect(screen.getByText(/An administrator reviews it first/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save sharing' }));
  expect(
    await screen.findByText(/^Waiting for a decision by an administrator who neither wrote nor requested it/),
  ).toBeInTheDocument();
  expect(server.requests(setTemplateAccess)[0]?.body).toEqual({ scope: 'organization', member_ids: [], team_ids: [] });
});

test('who may decide approves what is shown, or rejects it with a reason', async () => {
  const waiting = template({
    can: { use: false, edit: true, share: true, review: true, copy: true },
    review: { state: 'pending', version: 3, asked_by: olga, asked_at: '2026-11-20T10:00:00.000Z', reason: '' },
  });
  server.answer(reviewPromptTemplate, waiting);
  const { user } = show(waiting, '?part=sharing');
  expect(await screen.findByRole('button', { name: 'Reject' })).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: /Reason for rejection/ }), 'Names a customer');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(server.requests(reviewPromptTemplate)[0]?.body).toEqual({
      decision: 'refuse',
      version: 3,
      reason: 'Names a customer',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(server.requests(reviewPromptTemplate)[1]?.body).toEqual({ decision: 'approve', version: 3 }),
  );
});

test('who may only use it reads what it makes and finds no way to change it', async () => {
  show(template({ can: { use: true, edit: false, share: false, review: false, copy: true } }));
  expect(await screen.findByRole('textbox', { name: 'To whom' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Versions' })).not.toBeInTheDocument();
});
