import { screen } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { MessageList } from './message-list.tsx';

fakeServer();

type Item = { readonly id: string; readonly text: string };
const item = (number: number): Item => ({ id: `m${number}`, text: `message ${number}` });
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => item(from + at));

let drawn: string[] = [];
beforeEach(() => {
  drawn = [];
});
function draw({ id, text }: Item) {
  drawn.push(id);
  return <article aria-label={id}>{text}</article>;
}

function Changing({
  first,
  then,
}: {
  readonly first: readonly Item[];
  readonly then: (before: readonly Item[]) => readonly Item[];
}) {
  const [shown, setShown] = useState(first);
  return (
    <>
      <MessageList label="Messages" items={shown} draw={draw} />
      <button type="button" onClick={() => setShown(then)} />
    </>
  );
}

describe('the list of messages', () => {
  it('holds all that are loaded, in order', () => {
    renderScreen(<MessageList label="Messages" items={items(0, 45)} draw={draw} />);
    expect(screen.getByRole('region', { name: 'Messages' })).toBeInTheDocument();
    expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual(
      items(0, 45).map(({ text }) => text),
    );
  });

  it('draws only the one again that changed', async () => {
    const { user } = renderScreen(
      <Changing first={items(0, 60)} then={(before) => [...before.slice(0, -1), { id: 'm59', text: 'grown' }]} />,
    );
    drawn = [];
    await user.click(screen.getByRole('button'));
    expect(drawn).toEqual(['m59']);
  });

  it('draws only the new ones when older ones come in before', async () => {
    const { user } = renderScreen(<Changing first={items(50, 110)} then={(before) => [...items(7, 50), ...before]} />);
    const kept = screen.getByText('message 55');
    drawn = [];
    await user.click(screen.getByRole('button'));
    expect(new Set(drawn)).toEqual(new Set(items(7, 50).map(({ id }) => id)));
    expect(screen.getByText('message 55')).toBe(kept);
    expect(screen.getAllByRole('article')[0]).toHaveTextContent('message 7');
  });

  it('shows another branch whole', async () => {
    const { user } = renderScreen(<Changing first={items(0, 30)} then={() => items(100, 103)} />);
    await user.click(screen.getByRole('button'));
    expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
      'message 100',
      'message 101',
      'message 102',
    ]);
  });

  it('leads from message to message by keys', async () => {
    const { user } = renderScreen(
      <MessageList label="Messages" items={items(0, 3)} draw={draw} after={<button type="button">After</button>} />,
    );
    screen.getByRole('button', { name: 'After' }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(screen.getByRole('article', { name: 'm2' })).toHaveFocus();
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
    expect(screen.getByRole('article', { name: 'm0' })).toHaveFocus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}{ArrowDown}');
    expect(screen.getByRole('article', { name: 'm1' })).toHaveFocus();
  });
});
