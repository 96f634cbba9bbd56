import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { Dialog } from './dialog.tsx';
import { NamesField } from './names-field.tsx';
import type { Named } from './use-found.ts';

fakeServer();
afterEach(() => jest.useRealTimers());

const people: readonly Named[] = [{ id: '1', name: 'Mei' }, { id: '2', name: 'Olivia' }];

function Chooser({ searches }: { readonly searches: string[] }) {
  const [chosen, change] = useState<readonly Named[]>([]);
  const find = async (search: string) => {
    searches.push(search);
    return people.filter(({ name }) => name.startsWith(search));
  };
  return (
    <Dialog title="Give to somebody" close={() => {}}>
      <NamesField label="People" chosenLabel="Chosen" hint="Name" nothing={() => 'Nobody'} chosen={chosen} change={change} atMost={5} find={find} />
      <button type="button" onClick={() => change([{ id: '3', name: 'Myself' }])}>To myself</button>
    </Dialog>
  );
}

function show() {
  const searches: string[] = [];
  return { ...renderScreen(<Chooser searches={searches} />), searches };
}
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
});
