import {
  changePromptTemplates,
  listPromptTemplates,
  listTemplateLabels,
  markPromptTemplate,
  type PromptTemplateSummary,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import {
  createPromptTemplate,
  getPromptTemplate,
  setTemplateAccess,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { catchDownloads, fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import { summary, template, templateId } from '../../testing/templates.ts';
import PromptTemplateController from './prompt-template-controller.tsx';

const server = fakeServer();
const letter = summary();
const report = summary({
  id: templateId(2),
  title: 'Report',
  command: null,
  can: { use: true, edit: false, share: false, review: false, copy: true },
});
const only = (...items: PromptTemplateSummary[]) => ({ items, next_cursor: null });
beforeEach(() => server.answer(listTemplateLabels, { categories: ['Sales'], tags: ['law'] }));
const show = (path = '/prompt-template-controller', isAdmin = false) =>
  renderScreen(<PromptTemplateController />, { path, route: '/prompt-template-controller', session: { isAdmin } });

test('lists the templates, each name leading to its editor', async () => {
  server.answer(listPromptTemplates, only(letter, report));
  show();
  expect(await screen.findByRole('link', { name: 'Letter' })).toHaveAttribute(
    'href',
    `/prompt-template-editor/${letter.id}`,
  );
  expect(screen.getByText('/letter · Sales · Mia Member')).toBeInTheDocument();
});

test('asks for what the address says, and puts into the address what is chosen', async () => {
  server.answer(listPromptTemplates, only(letter));
  const { user, location } = show('/prompt-template-controller?view=mine&q=let&sort=title&view2=x');
  await screen.findByRole('link', { name: 'Letter' });
  expect(server.requests(listPromptTemplates).at(-1)?.query).toMatchObject({ view: 'mine', q: 'let', sort: 'title' });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'Sales');
  await user.click(screen.getByRole('button', { name: 'Uses' }));
  await waitFor(() => expect(location()).toBe('/prompt-template-controller?q=let&view=mine&category=Sales&sort=uses'));
});

test('an address that means nothing asks for all', async () => {
  server.answer(listPromptTemplates, only(letter));
  show('/prompt-template-controller?view=nonsense&sort=nonsense');
  await screen.findByRole('link', { name: 'Letter' });
  expect(server.requests(listPromptTemplates)[0]?.query).toMatchObject({ view: 'all', sort: '-updated' });
});

test('reviews are an administrator’s', async () => {
  server.answer(listPromptTemplates, only(letter));
  const { unmount } = show();
  await screen.findByRole('link', { name: 'Letter' });
  expect(screen.queryByRole('button', { name: 'To review' })).not.toBeInTheDocument();
  unmount();
  show('/prompt-template-controller', true);
  expect(await screen.findByRole('button', { name: 'To review' })).toBeInTheDocument();
});

test('only what one may change can be selected and switched; what was selected is changed together', async () => {
  server.answer(listPromptTemplates, only(letter, report));
  server.answer(changePromptTemplates, { changed: [letter.id], refused: [] });
  const { user } = show();
  await screen.findByRole('link', { name: 'Letter' });
  expect(screen.queryByRole('checkbox', { name: 'Select “Report”' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await user.click(within(screen.getByRole('group', { name: 'Selection' })).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(server.requests(changePromptTemplates)[0]?.body).toEqual({ template_ids: [letter.id], action: 'delete' }),
  );
});

test('a star makes a favourite', async () => {
  server.answer(listPromptTemplates, only(letter));
  server.answer(markPromptTemplate, letter);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: '“Letter” is a favourite' }));
  await waitFor(() => expect(server.requests(markPromptTemplate)[0]?.body).toEqual({ is_favorite: true }));
});

test('where there is nothing it says what belongs here; where nothing matches it leads back', async () => {
  server.answer(listPromptTemplates, only());
  const { user, location } = show('/prompt-template-controller?q=zzz');
  await user.click(await screen.findByRole('button', { name: 'Show all templates' }));
  expect(await screen.findByRole('heading', { name: 'No prompt templates yet' })).toBeInTheDocument();
  expect(location()).toBe('/prompt-template-controller');
});

test('a file of a newer version is refused in words; one that is right leads to its template', async () => {
  server.answer(listPromptTemplates, only(letter));
  server.answer(createPromptTemplate, template());
  server.fail(createPromptTemplate, 'import_too_new', { times: 1 });
  const { user, location } = show();
  await screen.findByRole('link', { name: 'Letter' });
  await user.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import template' });
  await user.upload(
    within(dialog).getByLabelText('File'),
    new File(['{"kind":"parlance.prompt-template","version":2}'], 'a.json', { type: 'application/json' }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  expect(await within(dialog).findByText(/newer version/)).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(location()).toBe(`/prompt-template-editor/${letter.id}`));
  expect(server.requests(createPromptTemplate)[0]?.body.from).toEqual({
    kind: 'file',
    file: { kind: 'parlance.prompt-template', version: 2 },
  });
});

test('a row has a menu of what one may do with it; archiving can be taken back, deleting asks first', async () => {
  server.answer(listPromptTemplates, only(letter, report));
  server.answer(changePromptTemplates, { changed: [letter.id], refused: [] });
  const notices: Notice[] = [];
  const stop = onNotice((notice) => void notices.push(notice));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions for “Report”' }));
  expect((await screen.findAllByRole('menuitem')).map((it) => it.textContent)).toEqual(['Duplicate', 'Export']);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for “Letter”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  await waitFor(() => expect(notices[0]?.message).toBe('“Letter” archived'));
  notices[0]?.action?.run();
  await waitFor(() =>
    expect(server.requests(changePromptTemplates).map(({ body }) => body.action)).toEqual(['archive', 'unarchive']),
  );
  await user.click(screen.getByRole('button', { name: 'Actions for “Letter”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const asked = await screen.findByRole('dialog', { name: 'Delete “Letter”?' });
  expect(server.requests(changePromptTemplates)).toHaveLength(2);
  await user.click(within(asked).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(server.requests(changePromptTemplates).at(-1)?.body).toEqual({
      template_ids: [letter.id],
      action: 'delete',
    }),
  );
  stop();
});

test('who may use a template is said from its row', async () => {
  server.answer(listPromptTemplates, only(letter));
  server.answer(getPromptTemplate, template());
  server.answer(setTemplateAccess, template({ scope: 'organization' }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Actions for “Letter”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Share…' }));
  await user.click(await screen.findByRole('radio', { name: /^Everyone in the organisation/ }));
  await user.click(screen.getByRole('button', { name: 'Save sharing' }));
  await waitFor(() =>
    expect(server.requests(setTemplateAccess)[0]?.body).toEqual({
      scope: 'organization',
      member_ids: [],
      team_ids: [],
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('all that the filters find is exported as a table', async () => {
  server.answer(listPromptTemplates, only(letter));
  const saved = catchDownloads();
  const { user } = show('/prompt-template-controller?view=mine');
  await user.click(await screen.findByRole('button', { name: 'List options' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export as CSV…' }));
  await waitFor(() => expect(saved[0]?.name).toBe('Prompt templates.csv'));
  expect((await saved[0]?.text)?.split('\r\n')[1]).toBe(
    '"Letter","","letter","Sales","","Mia Member","Enabled","Only the owner","3","0","0","2026-11-20T10:00:00.000Z"',
  );
  expect(server.requests(listPromptTemplates).at(-1)?.query).toMatchObject({ view: 'mine', limit: 100 });
  jest.restoreAllMocks();
});
