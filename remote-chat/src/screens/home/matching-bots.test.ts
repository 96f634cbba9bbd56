import type { GalleryBot } from '@parlance/shared/contract/api/bots';
import { exampleGalleryBot } from '../../examples/examples.ts';
import { matchingBots, shelfFrom, shelvesOf } from './matching-bots.ts';
import { startingBot } from './starting-bot.ts';

const bot = (name: string, description: string, given: Partial<GalleryBot> = {}): GalleryBot => ({
  ...exampleGalleryBot(1, name, given),
  description,
});
const bots = [
  bot('Frag Jürgen', 'Fragen zur IT', { category: 'it', last_used_at: '2026-11-01T10:00:00.000Z' }),
  bot('人資助理', '請假與薪資', { category: 'people', is_favorite: true }),
  bot('Travel desk', 'Trips and expenses', { category: 'people', last_used_at: '2026-11-20T10:00:00.000Z' }),
];
const found = (search: string, shelf: Parameters<typeof matchingBots>[2] = 'all') =>
  matchingBots(bots, search, shelf).map(({ name }) => name);

describe('searching among bots', () => {
  it('finds all for an empty search, favourites first', () =>
    expect(found('  ')).toEqual(['人資助理', 'Frag Jürgen', 'Travel desk']));
  it('shows a newcomer first what knows something of the organisation', () => {
    const [first, second, third] = [
      bot('Blank Sheet', '', { has_files: false }),
      bot('House Guide', ''),
      bot('Scribe', '', { has_files: false, is_favorite: true }),
    ];
    expect(matchingBots([first, second, third], '', 'all')).toEqual([third, second, first]);
  });
  it('looks into name and description', () => expect(found('EXPENSES')).toEqual(['Travel desk']));
  it('wants every word', () => {
    expect(found('trips desk')).toEqual(['Travel desk']);
    expect(found('trips it')).toEqual([]);
  });
  it('does not mind accents or width', () => {
    expect(found('jurgen')).toEqual(['Frag Jürgen']);
    expect(found('ｔｒａｖｅｌ')).toEqual(['Travel desk']);
    expect(found('請假')).toEqual(['人資助理']);
  });
  it('keeps to the shelf', () => {
    expect(found('', 'favorites')).toEqual(['人資助理']);
    expect(found('', 'recent')).toEqual(['Travel desk', 'Frag Jürgen']);
    expect(found('', 'people')).toEqual(['人資助理', 'Travel desk']);
    expect(found('desk', 'it')).toEqual([]);
  });
});

describe('the shelves', () => {
  it('are those that hold something', () => {
    expect(shelvesOf(bots)).toEqual(['all', 'favorites', 'recent', 'people', 'it']);
    expect(shelvesOf([exampleGalleryBot()])).toEqual(['all']);
  });
  it('are all where the address asks for one that is not there', () => {
    expect(shelfFrom('people', shelvesOf(bots))).toBe('people');
    expect(shelfFrom('legal', shelvesOf(bots))).toBe('all');
    expect(shelfFrom(null, shelvesOf(bots))).toBe('all');
  });
});

describe('the bot one begins with', () => {
  const [jurgen, people, travel] = bots as [GalleryBot, GalleryBot, GalleryBot]; // the three above
  it('is the one asked last', () => expect(startingBot(bots)).toBe(travel));
  it('is a favourite where none was asked', () =>
    expect(startingBot([{ ...jurgen, last_used_at: null }, people])).toBe(people));
  it('is for a newcomer the first that knows something of the organisation', () =>
    expect(
      startingBot([
        exampleGalleryBot(1, 'Blank Sheet', { has_files: false }),
        exampleGalleryBot(2, 'House Guide'),
        exampleGalleryBot(3, 'People Desk'),
      ]),
    ).toEqual(exampleGalleryBot(2, 'House Guide')));
  it('is the first where none knows anything', () =>
    expect(
      startingBot([
        exampleGalleryBot(1, 'One', { has_files: false }),
        exampleGalleryBot(2, 'Two', { has_files: false }),
      ]),
    ).toMatchObject({ name: 'One' }));
  it('is nobody where there is none', () => expect(startingBot([])).toBeUndefined());
});
