import { fillWithDialogues, vocabulary } from '../../server/src/testing/many-dialogues.ts';
import type { Figure } from './figures.ts';
import { type Times, factorAtMost, onBothSizes, p95, timesOf } from './sizes.ts';

const sizes = { few: 10_000, many: 1_000_000 };
const rounds = 30;
const member = 'member@pro.example';

/** The list as the rail, the screen of dialogues and a folder ask for it. */
const lists = ['', '?limit=100', '?archived=true', '?folder_id=none'];
/** Words from common to rare, several at once, and one that there is not. */
const searches = ['w40', 'w200', 'w1000', 'w5000', `w${vocabulary - 1}`, 'w60 w90', 'w300 w700', 'nowhere'];

function figuresOf(what: string, of: string, { few, many }: Times): Figure[] {
  const how = `95th percentile of ${few.length} requests for ${of}, by turns with those of the other size; a tenth of the messages are the member’s own`;
  const value = p95(few);
  return [
    { what: `${what}, 10,000 messages`, value, unit: 'ms', how },
    {
      what: `${what}, 1,000,000 messages`,
      value: p95(many),
      unit: 'ms',
      limit: Math.round(value * factorAtMost * 10) / 10,
      how,
    },
  ];
}

/** Measures how list and search of one's own dialogues scale with everybody's messages, on PostgreSQL. */
export const measureDialogues = (): Promise<Figure[]> =>
  onBothSizes(
    member,
    sizes,
    (url, rows) => fillWithDialogues(url, member, rows),
    async (clients) => {
      const list = await timesOf(
        clients,
        lists.map((query) => `/dialogues/v1/dialogues${query}`),
        rounds,
      );
      const search = await timesOf(
        clients,
        searches.map((q) => `/dialogues/v1/search?q=${encodeURIComponent(q)}`),
        rounds,
      );
      return [
        ...figuresOf('List of own dialogues', 'pages of the list', list),
        ...figuresOf('Search in own dialogues', 'common, rare, several and unknown words', search),
      ];
    },
  );
