import {
  listApprovals,
  listRules,
  orderRules,
  switchRule,
  type Approval,
  type Rule,
} from '@parlance/shared/contract/api/governance/rules';
import { decideApproval } from '@parlance/shared/contract/api/runs/approvals';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import Governance from './governance.tsx';

const server = fakeServer();
beforeEach(() => server.answer(listApprovals, { items: [], next_cursor: null }));

const rule = (number: number, name: string): Rule => ({
  id: `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`,
  definition: {
    name,
    message: '',
    target: 'both',
    action: 'mask',
    conditions: [{ kind: 'words', terms: ['kestrel'], whole_words: true }],
    scope: { team_ids: [], bot_ids: [] },
  },
  is_enabled: false,
  version: 1,
  updated_at: '2026-11-22T10:00:00.000Z',
  hits: 3,
  last_hit_at: null,
  is_of_nobody: false,
});
const [birds, cards] = [rule(1, 'Birds'), rule(2, 'Cards')];
const show = () => renderScreen(<Governance />, { path: '/governance', session: { isAdmin: true } });
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('a rule whose teams or bots are all gone is said to apply to no one, on or off', async () => {
  server.answer(listRules, { items: [{ ...birds, is_enabled: true, is_of_nobody: true }, cards] });
  show();
  const row = await screen.findByRole('row', { name: /Birds/ });
  expect(row).toHaveTextContent('Applies to no one: the teams or assistants it was for no longer exist');
  expect(screen.getByRole('row', { name: /Cards/ })).not.toHaveTextContent('Applies to no one');
});

test('shows what each rule does, and leads to it', async () => {
  server.answer(listRules, { items: [birds, cards] });
  show();
  const row = await screen.findByRole('row', { name: /Birds/ });
  expect(within(row).getByRole('link', { name: 'Birds' })).toHaveAttribute('href', `/governance/${birds.id}`);
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Mask', 'Prompts and answers', '3']);
});

test('says what a rule is for where there is none', async () => {
  server.answer(listRules, { items: [] });
  show();
  expect(await screen.findByRole('heading', { name: 'No rules yet' })).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'New rule' })).toHaveLength(1);
});

test('switches a rule on', async () => {
  server.answer(listRules, { items: [birds] });
  server.answer(switchRule, { ...birds, is_enabled: true });
  const { user } = show();
  await user.click(await screen.findByRole('switch', { name: '“Birds” is on' }));
  await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
  expect(server.requests(switchRule)[0]?.body).toEqual({ is_enabled: true });
});

test('moves a rule with the keyboard, and the first one no further', async () => {
  server.answer(listRules, { items: [birds, cards] });
  server.answer(orderRules, { items: [cards, birds] });
  const { user } = show();
  const down = await screen.findByRole('button', { name: 'Move “Birds” down' });
  expect(screen.getByRole('button', { name: 'Move “Birds” up' })).toHaveAttribute('aria-disabled', 'true');
  down.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(names()).toEqual(['Cards', 'Birds']));
  expect(server.requests(orderRules)[0]?.body).toEqual({ rule_ids: [cards.id, birds.id] });
});

test('moves a rule with the arrow keys on what it is dragged by, one step for a press, and says where it stands', async () => {
  server.answer(listRules, { items: [birds, cards] });
  server.answer(orderRules, { items: [cards, birds] });
  const { user } = show();
  (await screen.findByRole('button', { name: /^Move “Birds”: drag/ })).focus();
  await user.keyboard('{ArrowUp}{ArrowDown}');
  fireEvent.keyDown(screen.getByRole('button', { name: /^Move “Birds”: drag/ }), { key: 'ArrowDown', repeat: true });
  expect(await screen.findByText('“Birds” is now number 2 of 2.')).toHaveAttribute('role', 'status');
  expect(names()).toEqual(['Cards', 'Birds']);
  expect(server.requests(orderRules).map(({ body }) => body)).toEqual([{ rule_ids: [cards.id, birds.id] }]);
});

describe('a rule that is dragged', () => {
  const height = 44;
  const mails = rule(3, 'Mails');
  beforeEach(() => {
    server.answer(listRules, { items: [birds, cards, mails] });
    server.answer(orderRules, { items: [cards, birds, mails] });
    // jsdom has no layout: the position of a row follows from its index.
    jest.spyOn(HTMLTableRowElement.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(
      this: HTMLTableRowElement,
    ) {
      return new DOMRect(0, this.rowIndex * height, 600, height);
    });
  });
  afterEach(() => jest.restoreAllMocks());
  /** Fires a pointer event with a position, which jsdom's own lack. */
  const point = (on: Element | Window, type: string, clientY = 0) =>
    fireEvent(on, new MouseEvent(type, { bubbles: true, clientY }));
  const takeBirds = async () =>
    point(await screen.findByRole('button', { name: /^Move “Birds”: drag/ }), 'pointerdown');
  const over = (place: number) => point(window, 'pointermove', (place + 0.6) * height);

  test('makes the others give way, and stays where it is let go', async () => {
    show();
    await takeBirds();
    over(2);
    expect(names()).toEqual(['Cards', 'Birds', 'Mails']);
    over(3);
    expect(names()).toEqual(['Cards', 'Mails', 'Birds']);
    // Up again past the middle of the row that has made room.
    over(1.7);
    point(window, 'pointerup');
    await waitFor(() =>
      expect(server.requests(orderRules)[0]?.body).toEqual({ rule_ids: [cards.id, birds.id, mails.id] }),
    );
    await waitFor(() => expect(names()).toEqual(['Cards', 'Birds', 'Mails']));
  });

  test('goes back with Escape, and where it was let go in its own place nothing is asked', async () => {
    show();
    await takeBirds();
    over(3);
    expect(names()).toEqual(['Cards', 'Mails', 'Birds']);
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(names()).toEqual(['Birds', 'Cards', 'Mails']);
    await takeBirds();
    over(1);
    point(window, 'pointerup');
    expect(server.requests(orderRules)).toHaveLength(0);
  });
});

test('a change that fails is told, and the list is what the server has', async () => {
  server.answer(listRules, { items: [birds] });
  server.fail(switchRule, 'not_found');
  const { user } = show();
  await user.click(await screen.findByRole('switch'));
  await waitFor(() => expect(server.requests(listRules)).toHaveLength(2));
  expect(screen.getByRole('switch')).not.toBeChecked();
});

const approval = (number: number, more: Partial<Approval> = {}): Approval => ({
  id: `0198f0aa-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  rule_name: 'Falcons',
  asked_by: { id: birds.id, name: 'Mia' },
  bot_name: 'Guide',
  prompt: 'Which falcon?',
  file_names: [],
  created_at: '2026-11-22T10:00:00.000Z',
  lapses_at: '2026-11-25T10:00:00.000Z',
  may_decide: true,
  ...more,
});

test('shows what waits for a decision, and decides with a note', async () => {
  server.answer(listRules, { items: [birds] });
  server.answer(listApprovals, {
    items: [
      approval(1, { file_names: ['plan.pdf'] }),
      approval(2, { asked_by: { id: cards.id, name: 'Ada' }, may_decide: false }),
    ],
    next_cursor: null,
  });
  server.answer(decideApproval, {});
  const { user } = show();
  const mine = within(await screen.findByRole('article', { name: 'Ada: “Falcons”' }));
  expect(mine.getByText(/Another administrator has to decide/)).toBeInTheDocument();
  expect(mine.queryByRole('button')).not.toBeInTheDocument();
  const card = within(screen.getByRole('article', { name: 'Mia: “Falcons”' }));
  expect(card.getByRole('group', { name: 'Prompt' })).toHaveTextContent('Which falcon?');
  expect(card.getByText('Files: plan.pdf')).toBeInTheDocument();
  await user.type(card.getByRole('textbox', { name: /Note to the member/ }), 'Not here.');
  await user.click(card.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Mia: “Falcons”' })).not.toBeInTheDocument());
  expect(server.requests(decideApproval)[0]).toMatchObject({ body: { allow: false, note: 'Not here.' } });
  expect(screen.getByRole('heading', { name: 'Prompts waiting for approval' })).toHaveFocus();
});

test('a decision that comes too late is told, and what was typed stays', async () => {
  server.answer(listRules, { items: [birds] });
  server.answer(listApprovals, { items: [approval(1)], next_cursor: null });
  server.fail(decideApproval, 'conflict');
  const { user } = show();
  await user.type(await screen.findByRole('textbox', { name: /Note to the member/ }), 'Fine.');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(server.requests(decideApproval)).toHaveLength(1));
  expect(screen.getByRole('textbox', { name: /Note to the member/ })).toHaveValue('Fine.');
});
