import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { matchingBots } from './matching-bots.ts';

const bot = (name: string, description: string): BotSummary => ({ id: crypto.randomUUID(), name, description, avatar: '🦉' });
const bots = [bot('Frag Jürgen', 'Fragen zur IT'), bot('人資助理', '請假與薪資'), bot('Travel desk', 'Trips and expenses')];
const found = (search: string) => matchingBots(bots, search).map(({ name }) => name);

describe('searching among bots', () => {
  it('finds all for an empty search', () => expect(found('  ')).toHaveLength(3));
  it('looks into name and description', () => expect(found('EXPENSES')).toEqual(['Travel desk']));
  it('wants every word', () => {
    expect(found('trips desk')).toEqual(['Travel desk']);
    expect(found('trips it')).toEqual([]);
  });
  it('does not mind accents or width', () => {
    expect(found('jurgen')).toEqual(['Frag Jürgen']);
    expect(found('ＴＲＩＰＳ')).toEqual(['Travel desk']);
  });
  it('finds Chinese', () => expect(found('請假')).toEqual(['人資助理']));
});
