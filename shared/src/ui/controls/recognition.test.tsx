import { renderScreen } from '@parlance/shared/testing';
import type { UnreadPages } from '../../contract/api/unread-pages.ts';
import { RecognitionText, useRecognizedPages } from './recognition.tsx';

function Note({ pages }: { readonly pages: UnreadPages | null | undefined }) {
  return <p>{useRecognizedPages(pages)}</p>;
}

const noteOf = (pages: UnreadPages | null | undefined) =>
  renderScreen(<Note pages={pages} />).container.querySelector('p')?.textContent;
const read = { pages: 1200, unread: 0, ranges: [] };

test.each([
  [1, 'The text of 1 page was recognised from a picture and may contain mistakes.'],
  [4, 'The text of 4 pages was recognised from pictures and may contain mistakes.'],
  [1200, 'The text of 1,200 pages was recognised from pictures and may contain mistakes.'],
])('of %i recognised pages it is said that they may contain mistakes', (recognized, words) => {
  expect(noteOf({ ...read, recognized })).toBe(words);
});

test.each([null, undefined, read, { ...read, recognized: 0 }])(
  'of a file without them nothing is said (%j)',
  (pages) => {
    expect(noteOf(pages)).toBe('');
  },
);

test.each([
  [0, 10, 0],
  [2, 10, 0],
  [3, 10, 3],
  [4, 10, 3],
  [5, 10, 5],
  [9, 10, 8],
  [10, 10, 10],
  [0, 1, 0],
  [1, 1, 1],
  [1, 3, 1],
  [149, 200, 100],
  [150, 200, 150],
  [0, 0, 0],
])('%i of %i pages are announced as %i', (done, pages, announced) => {
  const { container } = renderScreen(<RecognitionText progress={{ done, pages }} />);
  const of = `of ${pages} ${pages === 1 ? 'page' : 'pages'}`;
  expect([...container.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual([
    `Recognising text: ${done} ${of}`,
    `Recognising text: ${announced} ${of}`,
  ]);
  expect(container.querySelector('.visually-hidden')).toHaveTextContent(`text: ${announced} `);
  expect(container.querySelector('[aria-hidden]')).toHaveTextContent(`text: ${done} `);
});
