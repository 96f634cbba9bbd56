import { listBots } from '@parlance/shared/contract/api/bots';
import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import { listUsableTemplates } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { exampleBot, exampleDialogue, exampleGalleryBot } from '../examples/examples.ts';
import palette from './palette.ts';

const server = fakeServer();
const { signal } = new AbortController();
const loaded = async () =>
  Object.fromEntries(
    await Promise.all(palette.groups().map(async ({ title, load }) => [title, await load(signal)] as const)),
  );

describe('what the chat gives the palette', () => {
  beforeEach(() => void renderScreen(null, { session: {} }));

  it('are the dialogues that changed last, every bot, and the prompt templates that one may use', async () => {
    server.answer(listDialogues, { items: [exampleDialogue(1, 'Visa')], next_cursor: 'more' });
    server.answer(listBots, ({ query }) =>
      query.cursor === 'next'
        ? { items: [exampleGalleryBot(2, 'IT desk')], next_cursor: null }
        : { items: [exampleGalleryBot(1)], next_cursor: 'next' },
    );
    server.answer(listUsableTemplates, {
      items: [
        {
          id: exampleBot(3).id,
          title: 'Customer letter',
          description: 'For support',
          command: 'letter',
          version: 1,
          is_favorite: false,
          has_variables: false,
        },
      ],
      next_cursor: null,
    });
    expect(await loaded()).toMatchObject({
      'Recent dialogues': [{ title: 'Visa', note: 'Leave helper', to: `/dialogue/${exampleDialogue(1).id}` }],
      Assistants: [
        { title: 'Leave helper', to: `/bots/${exampleBot(1).id}` },
        { title: 'IT desk', to: `/bots/${exampleBot(2).id}` },
      ],
      'Prompt templates': [
        { title: 'Use “Customer letter”', note: '/letter · For support', to: `/?template=${exampleBot(3).id}` },
      ],
    });
  });

  it('and a search over all dialogues for whatever is typed', () => {
    expect(palette.forSearch?.('visa & co').entries).toMatchObject([
      { title: 'Search dialogues for “visa & co”', to: '/dialogues?q=visa+%26+co' },
    ]);
  });
});
