import { fillDialogueLog, members, mostTokens, teams } from '../../server/src/testing/many-logged-dialogues.ts';
import { idOf } from '../../server/src/testing/many-rows.ts';
import type { ApiClient } from './api-client.ts';
import type { Figure } from './figures.ts';
import { growthOf, onBothSizes } from './sizes.ts';

const sizes = { few: 50_000, many: 5_000_000 };
const admin = 'admin@pro.example';
const rounds = 40;
const dayMs = 86_400_000;
const list = '/dialogue-log/v1/dialogues';

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** The bots that were asked. The demonstration's have no ids that are known before. */
async function botsOf(client: ApiClient): Promise<string[]> {
  const { data } = (await (await client.get('/dialogue-log/v1/choices')).json()) as {
    data: { bots: { id: string }[] };
  }; // the contract's choices
  return data.bots.map(({ id }) => id).toSorted();
}

/** Each filter by itself with much and little to find, what people ask together, and what is there in none. */
function filtersWith(bots: readonly string[]): Record<string, Record<string, string>> {
  const [frequentBot = '', rareBot = ''] = [bots[0], bots.at(-1)];
  return {
    'the last asked': {},
    'the last 100': { limit: '100' },
    'from a day on': { from: daysAgo(30) },
    'until a day': { to: daysAgo(365) },
    'who asks much': { member_id: idOf('member 1') },
    'who asks little': { member_id: idOf(`member ${members - 1}`) },
    'who asks little, in a month': { member_id: idOf(`member ${members - 1}`), from: daysAgo(60), to: daysAgo(30) },
    'a large team': { team_id: idOf(teams.large) },
    'a small team': { team_id: idOf(teams.small) },
    'a bot that is asked much': { bot_id: frequentBot },
    'a bot that is asked little': { bot_id: rareBot },
    'a bot, from who asks little': { bot_id: rareBot, member_id: idOf(`member ${members - 1}`) },
    'a language': { language: 'en' },
    'a language of few': { language: 'it-IT' },
    'rated up': { rating: 'up' },
    'rated down': { rating: 'down' },
    'a bot, rated down': { bot_id: rareBot, rating: 'down' },
    'some tokens': { tokens: '100' },
    'many tokens': { tokens: String(mostTokens / 2) },
    'most tokens': { tokens: String(mostTokens - 100) },
    'more tokens than any': { tokens: String(mostTokens * 10) },
    'many tokens, in a month': { tokens: String(mostTokens - 1000), from: daysAgo(60), to: daysAgo(30) },
    'a bot, many tokens': { bot_id: rareBot, tokens: String(mostTokens - 1000) },
  };
}

/** Measures how the list of the dialogue log scales with everybody's dialogues, on PostgreSQL. */
export const measureDialogueLog = (): Promise<Figure[]> =>
  onBothSizes(
    admin,
    sizes,
    (url, rows) => fillDialogueLog(url, admin, rows),
    async (clients) => {
      // Filters that would identify people need names to be shown.
      for (const client of [clients.few, clients.many])
        await client.put('/dialogue-log/v1/names', { reason: 'A measurement of the list' });
      const paths = Object.fromEntries(
        Object.entries(filtersWith(await botsOf(clients.few))).map(([name, query]) => [
          name,
          `${list}?${new URLSearchParams(query)}`,
        ]),
      );
      return growthOf(clients, {
        what: 'Dialogue log',
        rows: 'dialogues',
        sizes,
        paths: { ...paths, 'what it can be filtered by': '/dialogue-log/v1/choices' },
        rounds,
      });
    },
  );
