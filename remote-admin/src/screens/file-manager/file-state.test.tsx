import { renderScreen } from '@parlance/shared/testing';
import { exampleFile as file } from './examples.ts';
import { FileState } from './file-state.tsx';

const scan = 'The file contains no text. Scans without recognised text can’t be read.';
const noModel =
  'This couldn’t be indexed by meaning because the embedding model didn’t respond. It can still be found by its words.';

const unread = { pages: 9, unread: 5, ranges: [{ first: 3, last: 7, reason: 'picture' as const }] };
const recognition = { done: 7, pages: 12 };
// With each page for the eye, and with each quarter for the ear.
const progress = 'Recognising text: 7 of 12 pagesRecognising text: 6 of 12 pages';
const recognized = { pages: 9, unread: 0, ranges: [], recognized: 4 };
const note = 'The text of 4 pages was recognised from pictures and may contain mistakes.';
const pages = 'Pages 3–7 are pictures and can’t be read.';

test.each([
  ['a file that is ready', {}, 'Ready'],
  ['one that waits', { state: 'waiting' }, 'Waiting'],
  ['one that could not be read', { state: 'failed', error_code: 'file_empty' }, `Failed${scan}`],
  ['one that is being refreshed', { is_refreshing: true }, 'Refreshing'],
  ['one whose newer text could not be read', { error_code: 'file_empty' }, `Ready${scan} The previous text is kept.`],
  // It has its text: there is no earlier one to mention.
  ['one whose meaning could not be compared', { state: 'indexing', error_code: 'index_failed' }, `Indexing${noModel}`],
  ['one with pages that could not be read', { unread_pages: unread }, `Ready${pages}`],
  ['one that failed since', { state: 'failed', error_code: 'file_empty', unread_pages: unread }, `Failed${scan}`],
  ['one whose text is being recognised', { state: 'reading', recognition }, `Reading${progress}`],
  ['one whose newer pictures are', { is_refreshing: true, recognition }, `Refreshing${progress}`],
  ['one whose text was', { unread_pages: recognized, recognition: null }, `Ready${note}`],
  ['one whose text was in part', { unread_pages: { ...unread, recognized: 4 } }, `Ready${pages}${note}`],
  [
    'one that failed after that',
    { state: 'failed', error_code: 'file_empty', unread_pages: recognized },
    `Failed${scan}`,
  ],
  ['a folder', { kind: 'folder' }, ''],
  ['a folder with something that is being read', { kind: 'folder', is_refreshing: true }, 'Reading contents'],
] as const)('%s says so', (_, state, words) => {
  const { container } = renderScreen(<FileState file={{ ...file, ...state }} />);
  expect(container).toHaveTextContent(new RegExp(`^${words}$`));
});
