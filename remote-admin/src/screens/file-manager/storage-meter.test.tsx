import { getFileStorage, type FileStorage } from '@parlance/shared/contract/api/file-manager';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import { StorageMeter } from './storage-meter.tsx';

const server = fakeServer();
const storage: FileStorage = {
  used: 5_000_000,
  limit: 10_000_000,
  knowledge: 3_000_000,
  dialogues: 1_500_000,
  versions: 500_000,
  kept_days: null,
};

function show(other: Partial<FileStorage> = {}) {
  server.answer(getFileStorage, { ...storage, ...other });
  return renderScreen(<StorageMeter version={0} />);
}

test('says how much is used of what, by what, and that files are kept', async () => {
  show();
  expect(await screen.findByText('5 MB of 10 MB used')).toBeInTheDocument();
  expect(screen.getByRole('meter')).toHaveAttribute('value', '0.5');
  expect(screen.getByText(/Knowledge: 3 MB, dialogues: 1.5 MB, earlier versions: 500 kB/)).toHaveTextContent(
    /earlier versions are kept indefinitely/,
  );
  expect(screen.queryByText('No storage left.')).not.toBeInTheDocument();
});

test('a plan without limit has no bar', async () => {
  show({ limit: null });
  expect(await screen.findByText('5 MB used')).toBeInTheDocument();
  expect(screen.queryByRole('meter')).not.toBeInTheDocument();
});

test.each([
  ['everything of the plan', { used: 10_000_000 }],
  ['more than the plan has since it became smaller', { used: 12_000_000 }],
  ['something of a plan without room', { used: 1, limit: 0 }],
])('where %s is used, no room is left, and the bar is full', async (_, other) => {
  show(other);
  expect(await screen.findByText('No storage left.')).toBeInTheDocument();
  expect(screen.getByRole('meter')).toHaveAttribute('value', '1');
});

test('a failure is told and tried again', async () => {
  server.answer(getFileStorage, storage);
  server.fail(getFileStorage, 'rate_limited', { times: 1 });
  const { user } = renderScreen(<StorageMeter version={0} />);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('5 MB of 10 MB used')).toBeInTheDocument();
});
