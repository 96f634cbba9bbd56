import { fireEvent, screen, within } from '@testing-library/react';
import { addressOf } from '@parlance/shared/http';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import type { ToolCall } from '../contract/api/tools.ts';
import { getToolContent, type ToolContent } from '../contract/api/tools/contents.ts';
import { exampleCall } from './examples.ts';
import ToolCalls from './tool-calls.tsx';

fakeServer();
// Loads the chunk up front, so that no test waits for it.
beforeAll(() => import('./call-contents.tsx'));

let contents = 0;
const content = (type: ToolContent['type'], given: Partial<ToolContent> = {}): ToolContent => ({
  id: `0198f0aa-0006-7000-8000-0000000001${String((contents += 1)).padStart(2, '0')}`,
  type,
  media_type: '',
  name: '',
  size: 0,
  address: null,
  ...given,
});
const show = (given: Partial<ToolCall>) =>
  renderScreen(<ToolCalls calls={[exampleCall(given)]} isRunning={false} />, { session: {} });
const fold = () => screen.getByText('Orders: find').closest('details') as HTMLElement;
const address = ({ id }: ToolContent) => addressOf(getToolContent, { params: { content_id: id } });

test('pictures, sounds and files of a call that is done stand in sight, its links in the fold, each in its order', async () => {
  const all = [
    content('file', { name: 'figures.csv', size: 1_400 }),
    content('link', { name: 'Source', address: 'https://example.org/a' }),
    content('image', { name: 'chart.png' }),
    content('audio', { name: 'report.mp3' }),
  ];
  show({ contents: all });
  const [folded, shown] = await screen.findAllByRole('list', { name: 'From “Orders: find”', hidden: true });
  expect(fold()).toContainElement(folded as HTMLElement);
  expect(within(folded as HTMLElement).getAllByRole('listitem', { hidden: true })).toHaveLength(1);
  expect(fold()).not.toContainElement(shown as HTMLElement);
  const items = within(shown as HTMLElement).getAllByRole('listitem');
  expect(items.map((it) => it.querySelector('a, img, audio')?.tagName)).toEqual(['A', 'IMG', 'AUDIO']);
});

test.each(['failed', 'timed-out', 'refused'] as const)(
  'of a call that is %s everything is in the fold',
  async (state) => {
    show({ state, contents: [content('image', { name: 'chart.png' }), content('file', { name: 'a.csv' })] });
    const list = await screen.findByRole('list', { name: 'From “Orders: find”', hidden: true });
    expect(fold()).toContainElement(list);
    expect(within(list).getAllByRole('listitem', { hidden: true })).toHaveLength(2);
  },
);

test('a call without contents has no list of them', () => {
  const { container } = show({});
  expect(container.querySelectorAll('ul')).toHaveLength(1);
});

test('a picture is fetched when it comes into sight, says what it is, and opens large', async () => {
  const chart = content('image', { name: 'chart.png' });
  const { user } = show({ contents: [chart, content('image')] });
  const [picture, unnamed] = await screen.findAllByRole('img');
  expect(picture).toHaveAttribute('src', address(chart));
  expect(picture).toHaveAttribute('loading', 'lazy');
  expect(picture).toHaveAccessibleName('chart.png');
  expect(unnamed).toHaveAccessibleName('Orders: find');
  const press = screen.getByRole('button', { name: 'chart.png Enlarge' });
  // Its box is there before it is.
  expect(press).toHaveClass('box');
  await user.click(press);
  const large = within(screen.getByRole('dialog', { name: 'chart.png' }));
  expect(large.getByRole('img', { name: 'chart.png' })).toHaveAttribute('src', address(chart));
  expect(large.getByRole('link', { name: 'Download “chart.png”' })).toHaveAttribute('href', address(chart));
  await user.click(large.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a picture that does not come is told in words, in its box', async () => {
  show({ contents: [content('image', { name: 'chart.png' })] });
  fireEvent.error(await screen.findByRole('img'));
  expect(screen.getByText('The image “chart.png” can’t be shown.')).toHaveClass('box');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a sound has controls and a name, and is fetched when it is played', async () => {
  const report = content('audio', { name: 'report.mp3' });
  show({ contents: [report] });
  const sound = await screen.findByLabelText('report.mp3');
  expect(sound).toHaveAttribute('src', address(report));
  expect(sound).toHaveAttribute('preload', 'none');
  expect(sound).toHaveAttribute('controls');
  fireEvent.error(sound);
  expect(screen.getByText('“report.mp3” can’t be played.')).toBeInTheDocument();
});

test('a file is a link to save it, with its name and size', async () => {
  const [file, unnamed] = [content('file', { name: 'figures.csv', size: 1_400 }), content('file', { size: 3 })];
  show({ contents: [file, unnamed] });
  const link = await screen.findByRole('link', { name: 'figures.csv 1.4 kB' });
  expect(link).toHaveAttribute('href', address(file));
  expect(link).toHaveAttribute('title', 'Download “figures.csv”');
  expect(screen.getByRole('link', { name: 'Orders: find 3 bytes' })).toHaveAttribute('href', address(unnamed));
});

test('a link leads to the web in a new tab and shows its host, whatever it is named; any other is words', async () => {
  const { user } = show({
    contents: [
      content('link', { name: 'https://bank.example', address: 'https://evil.example/a' }),
      content('link', { address: 'https://example.org/b' }),
      content('link', { name: 'Press', address: 'javascript:alert(1)' }),
      content('link', { name: 'Relative', address: '/auth/logout' }),
      content('link', { name: 'Nowhere' }),
    ],
  });
  await user.click(screen.getByText('Orders: find'));
  const links = await screen.findAllByRole('link');
  expect(links.map((it) => [it.getAttribute('href'), it.getAttribute('target'), it.getAttribute('rel')])).toEqual([
    ['https://evil.example/a', '_blank', 'noopener noreferrer'],
    ['https://example.org/b', '_blank', 'noopener noreferrer'],
  ]);
  expect(links[0]).toHaveAccessibleName('https://bank.example (opens in a new tab)');
  expect(links[0]?.closest('li')).toHaveTextContent('(evil.example)');
  expect(links[1]).toHaveTextContent('https://example.org/b');
  for (const words of ['Press', 'Relative', 'Nowhere']) expect(screen.getByText(words).closest('a')).toBeNull();
});
