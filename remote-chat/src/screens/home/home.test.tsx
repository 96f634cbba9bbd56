import { act, screen, within } from '@testing-library/react';
import { listBots } from '@parlance/shared/contract/api/bots';
import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { exampleBot, exampleDialogue } from '../../examples/examples.ts';
import Home from './home.tsx';

const server = fakeServer();
const page = <T,>(items: T[], next: string | null = null) => ({ items, next_cursor: next });
const show = (options = {}) => renderScreen(<Home />, { session: {}, ...options });

describe('home', () => {
  it('greets by name and leads to the bots and to recent dialogues', async () => {
    server.answer(listBots, page([exampleBot(1, 'Leave helper'), exampleBot(2, 'IT desk')]));
    server.answer(listDialogues, page([exampleDialogue(1, 'Days of leave')]));
    const { user, location } = show();
    expect(await screen.findByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Mia Member$/ })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'IT desk' })).toHaveAttribute('href', expect.stringMatching(/^\/bots\//));
    expect(await screen.findByRole('link', { name: /Days of leave.*Leave helper.*1 hour ago/ })).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Leave helper' }));
    expect(location()).toBe(`/bots/${exampleBot(1).id}`);
  });

  it('greets somebody without a name too', async () => {
    server.hang(listBots);
    server.hang(listDialogues);
    show({ session: { profile: { username: null } } });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/^Good (morning|afternoon|evening)$/);
  });

  it('is searched when there are more than six bots', async () => {
    const names = ['Leave', 'IT', 'Travel', 'Legal', 'Sales', 'Payroll', 'Canteen'];
    server.answer(listBots, page(names.map((name, index) => exampleBot(index + 1, name))));
    server.answer(listDialogues, page([]));
    const { user } = show();
    const search = await screen.findByRole('searchbox', { name: 'Search assistants' });
    await user.type(search, 'payr');
    expect(screen.getByRole('link', { name: 'Payroll' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Leave' })).not.toBeInTheDocument();
    expect(screen.getByText('Assistants found: 1')).toBeInTheDocument();
    await user.type(search, 'xyz');
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(screen.getAllByRole('link')).toHaveLength(names.length);
  });

  it('says what belongs here while there is nothing', async () => {
    server.answer(listBots, page([]));
    server.answer(listDialogues, page([]));
    show();
    expect(await screen.findByRole('heading', { name: 'No assistant is here for you yet' })).toBeInTheDocument();
    expect(await screen.findByText(/Your dialogues appear here/)).toBeInTheDocument();
  });

  it('says in words what failed, and loads again', async () => {
    server.answer(listBots, page([exampleBot()]));
    server.fail(listBots, 'not_found', { times: 1 });
    server.answer(listDialogues, page([]));
    const { user } = show();
    const failed = await screen.findByRole('alert');
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Leave helper' })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('loads by itself when the network is back', async () => {
    server.answer(listBots, page([exampleBot()]));
    server.answer(listDialogues, page([]));
    server.lose(listBots, { times: 1 });
    show();
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('offline')));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('link', { name: 'Leave helper' })).toBeInTheDocument();
  });

  it('loads more dialogues, and says when that fails without losing those that are there', async () => {
    server.answer(listBots, page([]));
    server.answer(listDialogues, ({ query }) =>
      query.cursor === undefined ? page([exampleDialogue(1, 'Newer')], 'next') : page([exampleDialogue(1, 'Newer'), exampleDialogue(2, 'Older')]),
    );
    const { user } = show();
    const more = await screen.findByRole('button', { name: 'Load more' });
    server.fail(listDialogues, 'rate_limited', { times: 1 });
    await user.click(more);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Older/ })).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /Newer/ })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });
});
