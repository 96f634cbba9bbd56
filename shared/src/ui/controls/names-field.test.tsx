import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { Dialog } from './dialog.tsx';
import { NamesField } from './names-field.tsx';
import type { Find, NamedItem } from './use-found.ts';

fakeServer();
afterEach(() => jest.useRealTimers());

const people: readonly NamedItem[] = [
  { id: '1', name: 'Mei' },
  { id: '2', name: 'Olivia' },
];

type Props = { readonly find: Find; readonly sent: () => void };

function Chooser({ find, sent }: Props) {
  const [chosen, change] = useState<readonly NamedItem[]>([]);
  return (
    <Dialog title="Give to somebody" close={() => {}}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent();
        }}
      >
        <NamesField
          label="People"
          chosenLabel="Chosen"
          hint="Name"
          nothing={() => 'Nobody'}
          chosen={chosen}
          change={change}
          atMost={5}
          find={find}
        />
        <button type="button" onClick={() => change([{ id: '3', name: 'Myself' }])}>
          To myself
        </button>
        <button type="submit">Give</button>
      </form>
    </Dialog>
  );
}

function show(answerTo: Find = async (search) => people.filter(({ name }) => name.startsWith(search))) {
  const searches: string[] = [];
  const sent = jest.fn();
  const find: Find = (search, signal) => {
    searches.push(search);
    return answerTo(search, signal);
  };
  return { ...renderScreen(<Chooser find={find} sent={sent} />), searches, sent };
}

/** Opens the field by a click, with a server that answers a search on demand of the test. */
async function held() {
  const waiting = new Map<string, (items: readonly NamedItem[]) => void>();
  const shown = show((search) => new Promise((resolve) => void waiting.set(search, resolve)));
  const answer = async (search: string, items: readonly NamedItem[]) => {
    await waitFor(() => expect(waiting.has(search)).toBe(true));
    await act(async () => waiting.get(search)?.(items));
    waiting.delete(search);
  };
  await shown.user.click(field());
  return { ...shown, answer };
}
const chosenNames = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('button', { name: /^Remove/ })
    .map(({ parentElement }) => parentElement?.textContent);
const field = () => screen.getByRole('combobox', { name: 'People' });
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const bothOffered = async () => {
  await screen.findByRole('option', { name: 'Mei' });
  expect(offered()).toEqual(['Mei', 'Olivia']);
};

describe('a field of names', () => {
  it('offers nothing because a dialog gave it the focus, until a letter is typed', () => {
    jest.useFakeTimers();
    const { searches } = show();
    expect(field()).toHaveFocus();
    act(() => jest.runAllTimers());
    expect(searches).toEqual([]);
    fireEvent.change(field(), { target: { value: 'O' } });
    act(() => jest.runAllTimers());
    expect(searches).toEqual(['O']);
  });

  it('stays open while something else is pressed, which would move from under the pointer, and closes with the click', async () => {
    const { user } = show();
    await user.click(field());
    await bothOffered();
    const button = screen.getByRole('button', { name: 'To myself' });
    fireEvent.pointerDown(button);
    fireEvent.mouseDown(button);
    act(() => button.focus());
    expect(offered()).toHaveLength(2);
    fireEvent.mouseUp(button);
    fireEvent.click(button);
    expect(offered()).toEqual([]);
    expect(screen.getByText('Myself')).toBeInTheDocument();
  });

  it('opens by an arrow key, chooses by Enter, and closes when Tab leads on', async () => {
    const { user } = show();
    await user.keyboard('{ArrowDown}');
    await bothOffered();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('list', { name: 'Chosen' })).toHaveTextContent('Olivia');
    expect(offered()).toEqual([]);
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('option', { name: 'Mei' });
    await user.tab();
    expect(offered()).toEqual([]);
  });

  it('marks nobody in the list that a click opens: Enter takes only whom an arrow key or a letter led to', async () => {
    const { user } = show();
    await user.click(field());
    await bothOffered();
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{Enter}');
    expect(chosenNames()).toEqual([]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosenNames()).toEqual(['Mei']);
  });
});

describe('a field of names, while the answer to what is typed is on its way', () => {
  it('offers only what matches of the search before, and marks none of it', async () => {
    const { user, answer } = await held();
    await answer('', people);
    await bothOffered();
    await user.keyboard('O');
    expect(offered()).toEqual(['Olivia']);
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await answer('O', [{ id: '4', name: 'Oda' }, people[1]!]);
    expect(offered()).toEqual(['Oda', 'Olivia']);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Oda');
  });

  it('keeps the mark on whom an arrow key led to when the answer moves them', async () => {
    const { user, answer } = await held();
    await answer('', people);
    await user.keyboard('O{ArrowDown}');
    await answer('O', [{ id: '4', name: 'Oda' }, people[1]!]);
    await user.keyboard('{Enter}');
    expect(chosenNames()).toEqual(['Olivia']);
  });

  it('waits with Enter for the answer, and takes its first', async () => {
    const { user, answer } = await held();
    await answer('', people);
    await bothOffered();
    await user.keyboard('O{Enter}');
    expect(chosenNames()).toEqual([]);
    await answer('O', [people[1]!]);
    expect(chosenNames()).toEqual(['Olivia']);
    expect(field()).toHaveValue('');
    expect(offered()).toEqual([]);
  });

  it.each([
    ['typed on', 'k', 'Mk'],
    ['cleared', '{Backspace}', ''],
  ])('takes nobody where it is %s after Enter', async (_, keys, search) => {
    const { user, answer } = await held();
    await answer('', people);
    await bothOffered();
    await user.keyboard(`M{Enter}${keys}`);
    await answer(search, people);
    expect(offered()).toEqual(['Mei', 'Olivia']);
    expect(chosenNames()).toEqual([]);
  });

  it('takes nobody after Escape, which leaves the dialog open', async () => {
    const { user, answer, searches } = await held();
    await answer('', people);
    await user.keyboard('M{Enter}');
    await waitFor(() => expect(searches).toContain('M'));
    await user.keyboard('{Escape}');
    await answer('M', people);
    expect(chosenNames()).toEqual([]);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  it('drops an answer that comes after the one of a later search', async () => {
    const { user, answer, searches } = await held();
    await answer('', people);
    await user.keyboard('M');
    await waitFor(() => expect(searches).toContain('M'));
    await user.keyboard('{Backspace}O');
    await answer('O', [people[1]!]);
    await answer('M', [people[0]!]);
    expect(offered()).toEqual(['Olivia']);
  });
});

describe('the keys of a field of names', () => {
  it('never send the form around it', async () => {
    const { user, sent } = show();
    await user.keyboard('{Enter}Xaver{Enter}');
    await screen.findByText('Nobody');
    await user.keyboard('{Enter}');
    expect(sent).not.toHaveBeenCalled();
  });

  it('take the last one away with each press of Backspace, and no further while it is held', async () => {
    const { user, searches } = show();
    await user.keyboard('M{Enter}');
    await waitFor(() => expect(chosenNames()).toEqual(['Mei']));
    await user.keyboard('O');
    await screen.findByRole('option', { name: 'Olivia' });
    await user.clear(field());
    await waitFor(() => expect(searches.at(-1)).toBe(''));
    for (let held = 0; held < 3; held += 1) fireEvent.keyDown(field(), { key: 'Backspace', repeat: true });
    expect(chosenNames()).toEqual(['Mei']);
    fireEvent.keyDown(field(), { key: 'Backspace' });
    expect(chosenNames()).toEqual([]);
  });

  it.each([
    ['says so', { isComposing: true }],
    ['says it by the code of its key, as Safari does', { keyCode: 229 }],
  ])('belong to the input method while it composes, where the browser %s', async (_, composing) => {
    const { user, searches } = show();
    await user.keyboard('M{Enter}');
    await waitFor(() => expect(chosenNames()).toEqual(['Mei']));
    await user.keyboard('O');
    await screen.findByRole('option', { name: 'Olivia' });
    for (const key of ['Enter', 'Escape', 'ArrowDown']) fireEvent.keyDown(field(), { key, ...composing });
    expect(chosenNames()).toEqual(['Mei']);
    expect(offered()).toEqual(['Olivia']);
    await user.clear(field());
    await waitFor(() => expect(searches.at(-1)).toBe(''));
    fireEvent.keyDown(field(), { key: 'Backspace', ...composing });
    expect(chosenNames()).toEqual(['Mei']);
  });
});
