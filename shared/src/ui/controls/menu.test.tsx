import { fireEvent, screen } from '@testing-library/react';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { Menu } from './menu.tsx';

fakeServer();

function show(done: string[] = []) {
  const item = (label: string, more = {}) => ({ label, run: () => void done.push(label), ...more });
  return renderScreen(
    <>
      <Menu
        label="More"
        groups={[
          [item('Copy'), item('Again', { isDisabled: true }), item('Continue')],
          [],
          [item('Delete', { isDangerous: true })],
        ]}
      />
      <button type="button">Elsewhere</button>
    </>,
  );
}
const button = () => screen.getByRole('button', { name: 'More' });

describe('a menu', () => {
  it('opens at its first item, is walked by keys past what cannot be done, and around', async () => {
    const { user } = show();
    button().focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Continue' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Copy' })).toHaveFocus();
    await user.keyboard('d');
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  });

  it('does what is chosen, once, and gives the focus back', async () => {
    const done: string[] = [];
    const { user } = show(done);
    await user.click(button());
    await user.keyboard('{Enter}');
    expect(done).toEqual(['Copy']);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button()).toHaveFocus();
  });

  it('closes with Escape, which means nothing to what is around it', async () => {
    const heard: string[] = [];
    const listen = (event: KeyboardEvent) => void heard.push(event.key);
    document.addEventListener('keydown', listen);
    const { user } = show();
    await user.click(button());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button()).toHaveFocus();
    expect(heard).toEqual([]);
    document.removeEventListener('keydown', listen);
  });

  it('closes when somebody goes elsewhere, and stays when the page scrolls under it', async () => {
    const { user } = show();
    await user.click(button());
    fireEvent.scroll(document);
    expect(screen.getByRole('menu', { name: 'More' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });
});
