import type { Meter } from '@parlance/shared/contract/api/subscription/subscription';
import { renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import { Meters } from './meters.tsx';

const seats: Meter = { kind: 'seats', used: 5, invited: 0, limit: 20, resets_at: null, runs_out_on: null };
const show = (other: Partial<Meter>) => renderScreen(<Meters meters={[{ ...seats, ...other }]} />);
const bar = () => screen.queryByRole('meter');

test.each([
  ['a part of a limit', {}, 'Seats5 of 20'],
  ['what has no limit', { limit: null }, 'Seats5, unlimited'],
  ['what the plan has none of', { used: 0, limit: 0 }, 'Seatsnot included'],
  ['open invitations beside members', { used: 5, invited: 1 }, 'Seats4 members and 1 invitation of 20'],
  ['one member', { used: 3, invited: 2 }, 'Seats1 member and 2 invitations of 20'],
  ['bytes', { kind: 'storage', used: 1_400_000, limit: 10_000_000_000 }, 'File storage1.4 MB of 10 GB'],
] as const)('%s is said in words', (_, other, words) => {
  show(other);
  expect(screen.getByRole('listitem').firstElementChild).toHaveTextContent(words);
});

test('there is a bar where there is a limit, full where more is used than there is', () => {
  const values = ([{}, { used: 25 }, { used: 1, limit: 0 }, { used: 0, limit: 0 }, { limit: null }] as const).map(
    (other) => {
      const { unmount } = show(other);
      const value = bar()?.getAttribute('value') ?? null;
      unmount();
      return value;
    },
  );
  expect(values).toEqual(['0.25', '1', '1', null, null]);
});

test('what is used up says so, and not when it will be', () => {
  const { unmount } = show({ used: 20, runs_out_on: '2026-11-29' });
  expect(screen.getByText('Limit reached.')).toBeInTheDocument();
  expect(screen.queryByText(/^At the current rate, the limit will be reached on/)).not.toBeInTheDocument();
  unmount();
  show({ used: 19, runs_out_on: '2026-11-29' });
  expect(
    screen.getByText(/^At the current rate, the limit will be reached on Nov(ember)? 29, 2026$/),
  ).toBeInTheDocument();
  expect(screen.queryByText('Limit reached.')).not.toBeInTheDocument();
});

test('little is left from nine tenths on', () => {
  const { unmount } = show({ used: 17, runs_out_on: '2026-11-29' });
  expect(screen.getByText(/^At the current rate, the limit will be reached on/)).toHaveClass('note');
  unmount();
  show({ used: 18, runs_out_on: '2026-11-29' });
  expect(screen.getByText(/^At the current rate, the limit will be reached on/)).toHaveClass('full');
});

test('what is counted by month says when it resets; of files alone it is said what does not count', () => {
  const { unmount } = show({ kind: 'dialogues', resets_at: '2026-12-01T00:00:00.000Z' });
  expect(screen.getByText(/^Resets on Dec(ember)? 1, 2026$/)).toBeInTheDocument();
  expect(screen.queryByText(/^Exports aren’t counted/)).not.toBeInTheDocument();
  unmount();
  show({ kind: 'storage' });
  expect(screen.getByText(/^Exports aren’t counted/)).toBeInTheDocument();
});
