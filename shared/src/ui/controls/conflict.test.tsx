import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { startI18n } from '@parlance/shared/i18n';
import { allTexts } from '../../testing/texts.ts';
import { Conflict, differing } from './conflict.tsx';

void startI18n({ resources: allTexts(), language: 'en' }); // all texts are given, so it is ready on return

const ways = () => ({ keepMine: jest.fn(), takeTheirs: jest.fn(), isSending: false });
let seen: Element[] = [];
const before = Element.prototype.scrollIntoView;
beforeEach(() => {
  seen = [];
  Element.prototype.scrollIntoView = function note() {
    seen.push(this);
  };
});
afterEach(() => (Element.prototype.scrollIntoView = before));

test('is brought before the eyes of who has pressed a button at the end of the form, each time', () => {
  const given = ways();
  const { rerender } = render(<Conflict {...given} />);
  const notice = screen.getByRole('alert', { name: 'Someone else changed this while you were editing' });
  expect(seen).toEqual([notice]);
  expect(notice).toHaveFocus();
  rerender(<Conflict {...given} isSending />);
  rerender(<Conflict {...given} />);
  expect(seen).toEqual([notice, notice]);
});

test('leaves the focus with who types on', () => {
  const form = (isMet: boolean) => (
    <>
      {isMet && <Conflict {...ways()} />}
      <input aria-label="Name" />
    </>
  );
  const { rerender } = render(form(false));
  screen.getByRole('textbox', { name: 'Name' }).focus();
  rerender(form(true));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

test('names what is different, and does nothing while it is sent', async () => {
  const given = { ...ways(), isSending: true };
  render(
    <Conflict
      {...given}
      differs={differing(
        { name: 'Name', action: 'What it does' },
        { name: 'a', action: 'block', other: 1 },
        { name: 'a', action: 'mask', other: 2 },
      )}
    />,
  );
  expect(screen.getByText('Different in their version: What it does')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Use their version' }));
  expect(given.takeTheirs).not.toHaveBeenCalled();
});
