import { renderScreen } from '@parlance/shared/testing';
import type { UnreadPages } from '../../contract/api/unread-pages.ts';
import { useUnreadPages } from './unread-pages.ts';

function Said({ unread }: { readonly unread: UnreadPages | null | undefined }) {
  return <p>{useUnreadPages(unread)}</p>;
}

const said = (unread: UnreadPages | null | undefined) =>
  renderScreen(<Said unread={unread} />).container.querySelector('p')?.textContent;

test.each<[string, UnreadPages]>([
  [
    'Page 3 is a picture and can’t be read.',
    { pages: 9, unread: 1, ranges: [{ first: 3, last: 3, reason: 'picture' }] },
  ],
  [
    'Pages 3–7 and 9 are pictures and can’t be read.',
    {
      pages: 9,
      unread: 6,
      ranges: [
        { first: 3, last: 7, reason: 'picture' },
        { first: 9, last: 9, reason: 'picture' },
      ],
    },
  ],
  [
    'The text of pages 1–2 can’t be read: their fonts don’t say which characters they show.',
    { pages: 9, unread: 2, ranges: [{ first: 1, last: 2, reason: 'unmapped' }] },
  ],
  [
    'Pages 1, 2, 4, 6, 8–9 and 1 more can’t be read: they’re pictures, or their fonts don’t say which characters they show.',
    {
      pages: 20,
      unread: 7,
      ranges: [
        { first: 1, last: 1, reason: 'picture' },
        { first: 2, last: 2, reason: 'unmapped' },
        { first: 4, last: 4, reason: 'picture' },
        { first: 6, last: 6, reason: 'picture' },
        { first: 8, last: 9, reason: 'picture' },
        { first: 12, last: 12, reason: 'picture' },
      ],
    },
  ],
])('says “%s”', (words, unread) => {
  expect(said(unread)).toBe(words);
});

test.each([null, undefined, { pages: 9, unread: 0, ranges: [], recognized: 9 }])(
  'says nothing of a file that was read whole, or of which it is not known (%j)',
  (unread) => {
    expect(said(unread)).toBe('');
  },
);
