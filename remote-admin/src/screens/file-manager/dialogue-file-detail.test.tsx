import {
  downloadDialogueFile,
  getDialogueFile,
  readDialogueFile,
  type DialogueFile,
} from '@parlance/shared/contract/api/file-manager';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { DialogueFileDetail } from './dialogue-file-detail.tsx';
import { exampleId as id, exampleTime as at } from './examples.ts';

const server = fakeServer();
const picture: DialogueFile = {
  id: id(30),
  name: 'Broken lamp.png',
  member: { id: id(7), alias: '3FA2C1', name: 'Mei Tanaka' },
  type: 'picture',
  size: 900,
  state: 'ready',
  error_code: null,
  dialogue_ids: [id(40)],
  is_unsent: false,
  created_at: at,
};
const addresses = { made: [] as string[], given: [] as string[] };
beforeEach(() => {
  addresses.made = [];
  addresses.given = [];
  Object.assign(URL, {
    createObjectURL: () => {
      addresses.made.push('blob:lamp');
      return 'blob:lamp';
    },
    revokeObjectURL: (address: string) => void addresses.given.push(address),
  });
});

function show(other: Partial<DialogueFile> = {}, isNamed = true) {
  server.answer(getDialogueFile, { ...picture, ...other });
  return renderScreen(<DialogueFileDetail id={id(30)} seen="with names" isNamed={isNamed} close={() => undefined} />, {
    session: { isAdmin: true },
  });
}
const open = () => screen.findByRole('button', { name: 'Open' });

test('a picture is fetched when it is opened, shown under its name, and let go when it is closed', async () => {
  server.answerFile(downloadDialogueFile, 'PNG', 'image/png');
  const { user, unmount } = show();
  const button = await open();
  expect(screen.getByText('Opening or downloading it is recorded in the audit log.')).toBeInTheDocument();
  expect(server.requests(downloadDialogueFile)).toEqual([]);
  await user.click(button);
  const image = await screen.findByRole('img', { name: 'Broken lamp.png' });
  await waitFor(() => expect(image).toHaveAttribute('src', 'blob:lamp'));
  expect(server.requests(downloadDialogueFile)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument();
  unmount();
  expect(addresses.given).toEqual(addresses.made);
});

test('a picture that cannot be fetched says so, and is fetched again', async () => {
  server.answerFile(downloadDialogueFile, 'PNG', 'image/png');
  server.fail(downloadDialogueFile, 'rate_limited', { times: 1 });
  const { user } = show();
  await user.click(await open());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('img', { name: 'Broken lamp.png' });
});

test('a text without a passage says that there is none', async () => {
  server.answer(readDialogueFile, { passages: 0, items: [] });
  const { user } = show({ name: 'Empty.txt', type: 'text' });
  await user.click(await open());
  expect(await screen.findByText('This file contains no text.')).toBeInTheDocument();
});

test('what is not read yet cannot be opened, and can be downloaded', async () => {
  show({ state: 'reading' });
  expect(await screen.findByRole('link', { name: 'Download' })).toHaveAttribute(
    'href',
    expect.stringContaining(id(30)),
  );
  expect(screen.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument();
});

test('who gave no reason sees what kind of file it is, and neither name nor content', async () => {
  show({ name: null }, false);
  expect(await screen.findByRole('heading', { name: 'Image (name hidden)' })).toBeInTheDocument();
  expect(screen.getByText(/show names first and give a reason/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Download' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument();
});
