import { act, screen, waitFor } from '@testing-library/react';
import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { exampleDialogue } from '../examples/examples.ts';
import { tellDialoguesChanged } from '../past-dialogues/dialogue-news.ts';
import RecentDialogues from './rail.tsx';

const server = fakeServer();
const page = <T,>(items: T[]) => ({ items, next_cursor: null });
const show = (path = '/') => renderScreen(<RecentDialogues />, { session: {}, path });

describe('recent dialogues in the rail', () => {
  it('lead to them, and say which one is open, pinned or being answered', async () => {
    server.answer(
      listDialogues,
      page([exampleDialogue(1, 'Visa', { is_pinned: true }), exampleDialogue(2, 'Leave', { is_answering: true })]),
    );
    show(`/dialogue/${exampleDialogue(2).id}`);
    expect(await screen.findByRole('link', { name: /^Visa\s*Pinned$/ })).toHaveAttribute(
      'href',
      `/dialogue/${exampleDialogue(1).id}`,
    );
    expect(screen.getByRole('link', { name: /^Leave\s*Answering…$/ })).toHaveAttribute('aria-current', 'page');
  });

  it('change when something on the page has changed them', async () => {
    server.answer(listDialogues, page([exampleDialogue(1, 'New dialogue')]));
    show();
    await screen.findByRole('link', { name: 'New dialogue' });
    server.answer(listDialogues, page([exampleDialogue(1, 'Visa for Japan')]));
    act(tellDialoguesChanged);
    expect(await screen.findByRole('link', { name: 'Visa for Japan' })).toBeInTheDocument();
  });

  it.each([
    ['there are none', () => server.answer(listDialogues, page([]))],
    ['they cannot be had', () => server.fail(listDialogues, 'rate_limited')],
  ])('take no room where %s', async (_, prepare) => {
    prepare();
    const { container } = show();
    await waitFor(() => expect(server.requests(listDialogues)).toHaveLength(1));
    expect(container).toBeEmptyDOMElement();
  });
});
