import { renderScreen } from '@parlance/shared/testing';
import { snackbar, toast } from '@parlance/shared/ui/toasts';
import { act, screen, within } from '@testing-library/react';
import { startNotices } from './notices.ts';

test('the first notice brings the one viewport of the page, and those that come meanwhile wait for it', async () => {
  renderScreen(null);
  const stop = startNotices();
  snackbar('Saved.', { tone: 'good' });
  toast('You’re offline.', { tone: 'warn' });
  expect(screen.queryByText('Saved.')).toBeNull();
  const saved = await screen.findByText('Saved.');
  expect(within(screen.getByRole('region', { name: /^Confirmations/ })).getByText('Saved.')).toBe(saved);
  expect(
    within(screen.getByRole('region', { name: /^Notifications/ })).getByText('You’re offline.'),
  ).toBeInTheDocument();
  act(() => snackbar('And again.'));
  await screen.findByText('And again.');
  expect(screen.getAllByRole('region', { name: /^Confirmations/ })).toHaveLength(1);
  stop();
  act(() => snackbar('Nobody hears this.'));
  const stopAgain = startNotices();
  act(() => snackbar('Heard by another.'));
  await screen.findByText('Heard by another.');
  expect(screen.queryByText('Nobody hears this.')).toBeNull();
  stopAgain();
});
