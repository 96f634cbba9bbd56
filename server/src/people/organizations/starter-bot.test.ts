import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { type Language, languages } from '@parlance/shared/contract/values/language';
import { searchPassages } from '../../library/files/passage-search.ts';
import { createEmbeddedModel } from '../../platform/language-models/embedded.ts';
import { dataOf, registeredAs } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The headings that the starters of each language lead to, in their order. */
const headings: Record<Language, readonly string[]> = {
  en: ['Inviting colleagues', 'Creating an assistant', 'Where an answer comes from'],
  'zh-TW': ['邀請同事', '建立助理', '回答的來源'],
  'th-TH': ['เชิญเพื่อนร่วมงาน', 'สร้างผู้ช่วย', 'คำตอบมาจากที่ใด'],
  'es-ES': ['Invitar a compañeros', 'Crear un asistente', 'De dónde viene una respuesta'],
  'fr-FR': ['Inviter des collègues', 'Créer un assistant', 'D’où vient une réponse'],
  'pt-PT': ['Convidar colegas', 'Criar um assistente', 'De onde vem uma resposta'],
  'de-DE': ['Kollegen einladen', 'Einen Assistenten erstellen', 'Woher eine Antwort kommt'],
  'it-IT': ['Invitare colleghi', 'Creare un assistente', 'Da dove viene una risposta'],
  'nl-NL': ['Collega’s uitnodigen', 'Een assistent maken', 'Waar een antwoord vandaan komt'],
};

test('a new organisation has one bot, which answers each of its starters from its guide in every language', async () => {
  const client = await registeredAs(server, 'starter@walk.example');
  const [summary, ...others] = dataOf(await client.call(listBots, {})).items;
  expect(others).toEqual([]);
  const id = summary?.id ?? '';
  const found: Partial<Record<Language, (string | undefined)[]>> = {};
  for (const language of languages) {
    await server.db.asSystem((trx) =>
      trx.updateTable('users').set({ language }).where('email', '=', 'starter@walk.example').execute(),
    );
    const bot = dataOf(await client.call(getBot, { params: { bot_id: id } }));
    expect(bot.files).toHaveLength(languages.length);
    found[language] = [];
    for (const starter of bot.starters) found[language].push(await headingFor(id, starter, language));
  }
  expect(found).toEqual(headings);
});

/** The heading of the passage that is quoted first. */
async function headingFor(botId: string, question: string, language: Language): Promise<string | undefined> {
  const sources = await server.db.asSystem((trx) => searchPassages(trx, { botId, question, language }));
  const asked = {
    instructions: '',
    turns: [{ author: 'member' as const, content: question }],
    sources,
    fileNames: [],
    language,
    signal: new AbortController().signal,
  };
  for await (const part of createEmbeddedModel({ pauseMs: 0 }).answer(asked))
    if (part.type === 'citations') return part.citations[0]?.heading;
  return undefined;
}
