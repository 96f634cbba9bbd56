import { changedAtOnce, changeManagedFiles, type ManagedFile } from '@parlance/shared/contract/api/file-manager';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { screen, waitFor } from '@testing-library/react';
import { exampleFile as file, exampleId as id } from './examples.ts';
import { SelectionBar } from './selection-bar.tsx';

const server = fakeServer();
const files: readonly ManagedFile[] = [file, { ...file, id: id(2), name: 'Scan.pdf' }, { ...file, id: id(4) }];
let notices: Notice[];
let stop: () => void;
beforeEach(() => {
  notices = [];
  stop = onNotice((notice) => void notices.push(notice));
});
afterEach(() => stop());

function show(selected: readonly ManagedFile[], all = files) {
  const selections: (readonly string[])[] = [];
  const done = jest.fn();
  const shown = renderScreen(
    <SelectionBar files={selected} all={all} select={(ids) => void selections.push(ids)} done={done} />,
  );
  return { ...shown, selections, done };
}
const again = () => screen.getByRole('button', { name: 'Refresh' });

test('says how many are selected; one press selects all that are shown, the next none', async () => {
  const { user, selections, unmount } = show(files.slice(0, 2));
  expect(screen.getByRole('status')).toHaveTextContent('2 selected');
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  unmount();
  const whole = show(files);
  expect(screen.getByRole('checkbox', { name: 'Select all shown' })).toBeChecked();
  await whole.user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  expect([...selections, ...whole.selections]).toEqual([[id(1), id(2), id(4)], []]);
});

test('no more are selected than are changed with one request', async () => {
  const many = Array.from({ length: changedAtOnce + 5 }, (_, at) => ({ ...file, id: id(at + 1) }));
  const { user, selections } = show(files, many);
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  expect(selections[0]).toHaveLength(changedAtOnce);
});

test('what is refreshed is counted, and what cannot be is, for each reason once', async () => {
  server.answer(changeManagedFiles, {
    done: [id(1)],
    failed: [
      { id: id(2), code: 'forbidden' },
      { id: id(4), code: 'forbidden' },
    ],
  });
  const { user, done } = show(files);
  await user.click(again());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(server.requests(changeManagedFiles)[0]?.body).toEqual({ action: 'refresh', ids: [id(1), id(2), id(4)] });
  expect(notices.map(({ message, tone }) => [tone, message])).toEqual([
    ['warn', 'Files not changed: 2. You don’t have permission to do this.'],
    ['good', 'Files to be refreshed: 1'],
  ]);
});

test('where nothing could be done, nothing is said to be', async () => {
  server.answer(changeManagedFiles, { done: [], failed: [{ id: id(1), code: 'not_found' }] });
  const { user, done } = show([file]);
  await user.click(again());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(notices.map(({ tone }) => tone)).toEqual(['warn']);
});

test('a failure is told, and can be tried again', async () => {
  server.answer(changeManagedFiles, { done: [id(1)], failed: [] });
  server.fail(changeManagedFiles, 'rate_limited', { times: 1 });
  const { user, done } = show([file]);
  await user.click(again());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  await user.click(again());
  await waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  expect(notices.map(({ tone }) => tone)).toEqual(['bad', 'good']);
});
