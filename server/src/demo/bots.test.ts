import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import { type Language, languages } from '@parlance/shared/contract/values/language';
import { searchPassages } from '../library/files/passage-search.ts';
import { createEmbeddedModel } from '../platform/language-models/embedded.ts';
import { embeddedTexts } from '../platform/language-models/texts.ts';
import { type Client, type TestServer, startTestServer } from '../testing/test-app.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.as('member@pro.example');
});
afterAll(() => server.close());

const speak = (language: Language) =>
  server.db.asSystem((trx) =>
    trx.updateTable('users').set({ language }).where('email', '=', 'member@pro.example').execute(),
  );

async function bots() {
  const { body } = await client.call(listBots, {});
  const ids = body.success ? body.data.items.map(({ id }) => id) : [];
  return Promise.all(
    ids.map(async (bot_id) => {
      const answer = await client.call(getBot, { params: { bot_id } });
      if (!answer.body.success) throw new Error(answer.body.message);
      return answer.body.data;
    }),
  );
}

/** What the embedded model says, without its pauses. */
async function answerOf(botId: string, question: string, language: Language, fileNames: string[] = []) {
  const sources = await server.db.asSystem((trx) => searchPassages(trx, { botId, question, language }));
  const asked = {
    instructions: '',
    turns: [{ author: 'member' as const, content: question }],
    sources,
    fileNames,
    language,
  };
  let text = '';
  let citations: Citation[] = [];
  for await (const part of createEmbeddedModel({ pauseMs: 0 }).answer({
    ...asked,
    signal: new AbortController().signal,
  })) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'citations') ({ citations } = part);
  }
  return { text, citations };
}

const languageOfFile = async (id: string) =>
  (
    await server.db.asSystem((trx) =>
      trx.selectFrom('files').where('id', '=', id).select('language').executeTakeFirstOrThrow(),
    )
  ).language;

describe('the demonstration bots', () => {
  test.each(languages)(
    'in %s answer each of their starters with a passage of the file in that language',
    async (language) => {
      await speak(language);
      const found = await bots();
      expect(found).toHaveLength(4);
      for (const bot of found) {
        expect(bot).toMatchObject({
          answers_with: { kind: 'embedded' },
          name: expect.stringMatching(/./),
          greeting: expect.stringMatching(/./),
        });
        expect(bot.starters.length).toBeGreaterThan(0);
        for (const starter of bot.files.length === 0 ? [] : bot.starters) {
          const { text, citations } = await answerOf(bot.id, starter, language);
          const [best] = citations;
          expect({ starter, language: best && (await languageOfFile(best.file_id)) }).toEqual({ starter, language });
          expect(text.startsWith(embeddedTexts(language).quoting)).toBe(true);
          for (const line of best?.passage.split('\n') ?? []) expect(text).toContain(`> ${line}`.trimEnd());
          expect(text).toContain('[1]');
        }
      }
    },
  );

  test.each<[Language, string]>([
    ['en', 'What is the capital of Mongolia?'],
    ['zh-TW', '蒙古的首都叫什麼名字？'],
    ['th-TH', 'เมืองหลวงของมองโกเลียชื่ออะไร'],
    ['es-ES', '¿Cuál es la capital de Mongolia?'],
    ['fr-FR', 'Quelle est la capitale de la Mongolie ?'],
    ['pt-PT', 'Qual é a capital da Mongólia?'],
    ['de-DE', 'Wie heißt die Hauptstadt der Mongolei?'],
    ['it-IT', 'Qual è la capitale della Mongolia?'],
    ['nl-NL', 'Wat is de hoofdstad van Mongolië?'],
  ])('in %s say so where the files hold no answer, and invent none', async (language, question) => {
    await speak(language);
    for (const bot of await bots()) {
      const { text, citations } = await answerOf(
        bot.id,
        question,
        language,
        bot.files.map(({ name }) => name),
      );
      expect(citations).toEqual([]);
      const texts = embeddedTexts(language);
      expect(text.startsWith(bot.files.length === 0 ? texts.no_files : texts.nothing)).toBe(true);
    }
  });

  test('quote the passage that answers, not one that shares its words', async () => {
    await speak('en');
    const handbook = (await bots()).find(({ name }) => name === 'People Desk');
    const { citations } = await answerOf(handbook?.id ?? '', 'How many days of annual leave do I have?', 'en');
    expect(citations[0]).toMatchObject({
      number: 1,
      heading: 'Annual leave',
      passage: expect.stringContaining('25 working days'),
    });
  });
});
