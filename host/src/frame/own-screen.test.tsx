import { renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { OwnScreen } from './own-screen.tsx';

const There = () => <h1>There</h1>;

test('a centred status stands there until the screen comes, under its title', async () => {
  renderScreen(<OwnScreen title="profile.title" load={() => Promise.resolve({ default: There })} />);
  expect(screen.getByRole('status')).toBeInTheDocument();
  expect(document.title).toBe('Profile · Parlance');
  expect(await screen.findByRole('heading', { name: 'There' })).toBeInTheDocument();
});

test('a screen that cannot be fetched says so, and “Try again” is another attempt', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React and the boundary log it
  const load = jest
    .fn<Promise<{ default: ComponentType }>, []>()
    .mockResolvedValue({ default: There })
    .mockRejectedValueOnce(new Error('down'));
  const { user } = renderScreen(<OwnScreen title="profile.title" load={load} />);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This part couldn’t be displayed. Everything else still works.',
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'There' })).toBeInTheDocument();
  jest.restoreAllMocks();
});
