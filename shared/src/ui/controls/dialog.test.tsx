import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onReload } from '../reloading.ts';
import { Dialog } from './dialog.tsx';
import { useSaved } from './typed.ts';

fakeServer();

function Form() {
  const saved = useSaved();
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <input aria-label="Name" />
      <input type="radio" aria-label="Everybody" />
      <button type="button" onClick={saved}>
        Save
      </button>
    </form>
  );
}

function show() {
  const closed = { times: 0 };
  const shown = renderScreen(
    <Dialog title="A new thing" close={() => void (closed.times += 1)}>
      <input aria-label="Search" />
      <Form />
    </Dialog>,
  );
  return { ...shown, closed };
}
const dialog = () => screen.getByRole('dialog', { name: 'A new thing' });
const asked = () => screen.queryByRole('alertdialog', { name: 'Discard changes?' });
/** jsdom sends a dialog no cancel event on Escape, as a browser does unless the key was handled. */
const escape = () =>
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' }) &&
  fireEvent(dialog(), new Event('cancel', { cancelable: true }));

describe('a dialog', () => {
  it('opens with the focus in its first field, its text selected, so that what is typed replaces it', async () => {
    const { user } = renderScreen(
      <Dialog title="Rename" close={() => {}}>
        <input type="hidden" value="id" />
        <input aria-label="Name" defaultValue="Old name" />
      </Dialog>,
    );
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await user.keyboard('New name');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('New name');
  });

  it('opens with the choice that is made, and with the end of a long text', () => {
    const { unmount } = renderScreen(
      <Dialog title="Move" close={() => {}}>
        <input type="radio" name="folder" aria-label="First" />
        <input type="radio" name="folder" aria-label="Second" defaultChecked />
      </Dialog>,
    );
    expect(screen.getByRole('radio', { name: 'Second' })).toHaveFocus();
    unmount();
    renderScreen(
      <Dialog title="Edit" close={() => {}}>
        <textarea aria-label="Text" defaultValue="A long text" />
      </Dialog>,
    );
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveFocus();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).selectionStart).toBe(
      'A long text'.length,
    );
  });

  it('gives the focus to a field that comes later, unless something was done meanwhile', async () => {
    function Late() {
      const [isThere, setThere] = useState(false);
      return (
        <Dialog title="A thing" close={() => {}}>
          {isThere ? <input aria-label="Name" /> : <p onClick={() => setThere(true)}>Loading</p>}
        </Dialog>
      );
    }
    const { unmount } = renderScreen(<Late />);
    // A click of a test includes no pointer press.
    fireEvent.click(screen.getByText('Loading'));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
    unmount();
    renderScreen(<Late />);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'Tab' });
    fireEvent.click(screen.getByText('Loading'));
    await screen.findByRole('textbox', { name: 'Name' });
    expect(screen.getByRole('textbox', { name: 'Name' })).not.toHaveFocus();
  });

  it('closes at once where nothing was typed, also where something is searched for or one of a few is chosen', async () => {
    const { user, closed } = show();
    expect(escape()).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Search' }), 'word');
    await user.click(screen.getByRole('radio', { name: 'Everybody' }));
    expect(escape()).toBe(true);
    await user.click(dialog());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect([closed.times, asked()]).toEqual([2, null]);
  });

  it.each([
    ['Escape', () => void expect(escape()).toBe(false)],
    [
      'the way back of a phone',
      () => void expect(fireEvent(dialog(), new Event('cancel', { cancelable: true }))).toBe(false),
    ],
    ['a click beside it', () => void fireEvent.click(dialog())],
    ['its cross', () => void fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('asks before %s throws away what was typed, as often as that is tried', async (_, leave) => {
    const { user, closed } = show();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
    leave();
    expect(asked()).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([closed.times, asked()]).toEqual([0, null]);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
    leave();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(closed.times).toBe(1);
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'does not take the Escape that ends the writing of a character (%j)',
    async (composing) => {
      const { user } = show();
      await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
      fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape', ...composing });
      expect(asked()).not.toBeInTheDocument();
    },
  );

  it('asks before the page is loaded anew with what was typed, and lets it be where one goes on', async () => {
    // jsdom logs that it cannot reload a page.
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const reloads: string[] = [];
    const stop = onReload(() => reloads.push('reload'));
    const asksAnew = () => fireEvent(window, new Event('parlance:reload-asked', { cancelable: true }));
    const { user, closed } = show();
    expect(asksAnew()).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
    expect(asksAnew()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect([closed.times, reloads]).toEqual([0, []]);
    expect(asksAnew()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect([closed.times, reloads]).toEqual([1, ['reload']]);
    stop();
    said.mockRestore();
  });

  it('asks no longer when what was typed is saved', async () => {
    const { user, closed } = show();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(escape()).toBe(true);
    await user.click(dialog());
    expect([closed.times, asked()]).toEqual([1, null]);
  });
});
