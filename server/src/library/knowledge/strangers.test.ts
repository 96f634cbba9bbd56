import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import {
  createAgent,
  publishAgent,
  saveAgentDraft,
  setAgentAccess,
  startAgentTest,
} from '@parlance/shared/contract/api/agents/agents';
import { getBot } from '@parlance/shared/contract/api/bots';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { downloadFile, readFileText } from '@parlance/shared/contract/api/files';
import {
  type KnowledgeSource,
  changeKnowledge,
  createKnowledgeFolder,
  deleteKnowledge,
  getKnowledge,
  getKnowledgeText,
  listKnowledge,
  listKnowledgePassages,
  refreshKnowledge,
  replaceKnowledgeFile,
  restoreKnowledge,
  saveKnowledgeText,
  setKnowledgeAccess,
  uploadKnowledge,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { testRetrieval } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { bring, dataOf, sendFile } from '../../testing/knowledge.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

/** A word in every foreign source: whoever sees it has seen what they may not. */
const secret = 'Wolpertinger';

let server: TestServer;
let owner: Client;
let admin: Client;
const strangers: Record<string, Client> = {};

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('member@pro.example');
  admin = await server.as('admin@pro.example');
  strangers['a colleague'] = await server.as('otp@pro.example');
  strangers['a member of another organisation'] = await server.as('member@free.example');
  strangers['an administrator of another organisation'] = await server.as('owner@team.example');
});
afterAll(() => server.close());

const params = (id: string) => ({ params: { source_id: id } });
const newAgent = async (client: Client) =>
  dataOf(await client.call(createAgent, { body: { idempotency_key: crypto.randomUUID(), from: { kind: 'blank' } } }))
    .agent;
async function publish(client: Client, knowledgeIds: string[]) {
  const agent = await newAgent(client);
  const definition: AgentDefinition = { ...agent.definition, name: { en: 'Forester' }, knowledge_ids: knowledgeIds };
  const { revision } = dataOf(
    await client.call(saveAgentDraft, {
      params: { agent_id: agent.id },
      body: { revision: agent.revision, definition },
    }),
  );
  dataOf(await client.call(publishAgent, { params: { agent_id: agent.id }, body: { revision } }));
  return agent.id;
}

/** Returns every endpoint that reveals the contents of a source, each with its response text. */
function doors(
  client: Client,
  { id, file_id: fileId }: KnowledgeSource,
): Record<string, () => Promise<{ status: number; text: string }>> {
  const question = { question: `Where does the ${secret} live?`, language: 'en' as const, knowledge_ids: [id] };
  const file = { file_id: fileId ?? crypto.randomUUID() };
  return {
    get: () => client.call(getKnowledge, params(id)),
    passages: () => client.call(listKnowledgePassages, params(id)),
    text: () => client.call(getKnowledgeText, params(id)),
    'save text': () => client.call(saveKnowledgeText, { ...params(id), body: { revision: 1, content: 'Mine now.' } }),
    change: () => client.call(changeKnowledge, { ...params(id), body: { name: 'Mine now' } }),
    refresh: () => client.call(refreshKnowledge, params(id)),
    access: () => client.call(setKnowledgeAccess, { ...params(id), body: { scope: 'private' } }),
    replace: async () => ({
      text: '',
      ...(await sendFile(
        server,
        client,
        replaceKnowledgeFile,
        { ...params(id), query: { name: 'a.txt' } },
        Buffer.from('a'),
      )),
    }),
    'into its folder': async () => ({
      text: '',
      ...(await sendFile(
        server,
        client,
        uploadKnowledge,
        { query: { name: 'a.txt', folder_id: id } },
        Buffer.from('a'),
      )),
    }),
    delete: () => client.call(deleteKnowledge, params(id)),
    restore: () => client.call(restoreKnowledge, params(id)),
    retrieval: () => client.call(testRetrieval, { body: question }),
    'the text of its file': () => client.call(readFileText, { params: file }),
    'its file': async () => {
      const answer = await server.app.inject({ url: fillPath(downloadFile.path, file), headers: client.headers() });
      return { status: answer.statusCode, text: answer.payload };
    },
  };
}

test('nobody finds, reads or changes a source that is nothing to them, and nothing tells it from none (LLM-07)', async () => {
  const folder = dataOf(await owner.call(createKnowledgeFolder, { body: { name: `${secret} folder` } }));
  const sources = [
    await bring(server, owner, `${secret}.txt`, `The ${secret} lives in Bavaria.`),
    await bring(server, owner, `${secret} inside.txt`, `The ${secret} sleeps at noon.`, folder.id),
    folder,
  ];
  const agentId = await publish(
    owner,
    sources.map(({ id }) => id),
  );
  const opened: string[] = [];
  let tried = 0;
  const check = (what: string, answer: { status: number; text: string }, expected: number) => {
    tried += 1;
    if (answer.status !== expected || answer.text.includes(secret)) opened.push(`${what}: ${answer.status}`);
  };
  for (const [who, client] of Object.entries(strangers)) {
    const own = await newAgent(client);
    const stolen: AgentDefinition = {
      ...own.definition,
      name: { en: 'Thief' },
      knowledge_ids: sources.map(({ id }) => id),
    };
    for (const source of sources) {
      for (const [door, open] of Object.entries(doors(client, source))) check(`${who}, ${door}`, await open(), 404);
      const through = { question: secret, language: 'en' as const, knowledge_ids: [source.id], agent_id: agentId };
      check(`${who}, retrieval through the owner’s agent`, await client.call(testRetrieval, { body: through }), 404);
      check(
        `${who}, retrieval through an own agent`,
        await client.call(testRetrieval, { body: { ...through, agent_id: own.id } }),
        404,
      );
      check(
        `${who}, list by id`,
        await client.call(listKnowledge, { query: { ids: source.id, agent_id: agentId } }),
        200,
      );
    }
    check(`${who}, list`, await client.call(listKnowledge, { query: { q: secret } }), 200);
    check(`${who}, list of the folder`, await client.call(listKnowledge, { query: { folder_id: folder.id } }), 200);
    check(
      `${who}, a draft with it`,
      await client.call(saveAgentDraft, {
        params: { agent_id: own.id },
        body: { revision: own.revision, definition: stolen },
      }),
      400,
    );
    const trial = {
      idempotency_key: crypto.randomUUID(),
      prompt: `Where does the ${secret} live?`,
      definition: stolen,
    };
    check(
      `${who}, a test of it`,
      await client.call(startAgentTest, { params: { agent_id: own.id }, body: trial }),
      400,
    );
    check(`${who}, the owner’s agent`, await client.call(getBot, { params: { bot_id: agentId } }), 404);
    check(
      `${who}, a dialogue with the owner’s agent`,
      await client.call(startDialogue, {
        body: { bot_id: agentId, prompt: 'Hello', idempotency_key: crypto.randomUUID() },
      }),
      404,
    );
  }
  expect(opened).toEqual([]);
  expect(dataOf(await owner.call(getKnowledge, params(sources[0]?.id ?? '')))).toMatchObject({
    name: `${secret}.txt`,
    used_by: [{ name: 'Forester' }],
  });
  console.info(
    `LLM-07: ${opened.length} of ${tried} tries at foreign knowledge succeeded or differed from “not found”`,
  );
});

test('who may use an agent reads what it quotes, and no more of its owner’s sources; who manages it finds in them', async () => {
  const source = await bring(server, owner, 'Moor.txt', 'Moor frogs turn blue.');
  const other = await bring(server, owner, 'Private.txt', 'Nothing for others.');
  const agentId = await publish(owner, [source.id]);
  dataOf(await admin.call(setAgentAccess, { params: { agent_id: agentId }, body: { scope: 'organization' } }));
  const colleague = await server.as('otp@pro.example');
  const textOf = (file: string | null) => colleague.call(readFileText, { params: { file_id: file ?? '' } });
  expect([
    (await textOf(source.file_id)).status,
    (await textOf(other.file_id)).status,
    (await colleague.call(getKnowledge, params(source.id))).status,
  ]).toEqual([200, 404, 404]);
});

test('a folder that an agent has gives it what comes later, and takes what goes', async () => {
  const folder = dataOf(await owner.call(createKnowledgeFolder, { body: { name: 'Growing' } }));
  const agentId = await publish(owner, [folder.id]);
  const filesOf = async () =>
    dataOf(await owner.call(getBot, { params: { bot_id: agentId } })).files.map(({ name }) => name);
  expect(await filesOf()).toEqual([]);
  const later = await bring(server, owner, 'Later.txt', 'It came later.', folder.id);
  expect(await filesOf()).toEqual(['Later.txt']);
  await owner.call(deleteKnowledge, params(later.id));
  expect(await filesOf()).toEqual([]);
  await owner.call(restoreKnowledge, params(later.id));
  await owner.call(deleteKnowledge, params(folder.id));
  expect(await filesOf()).toEqual([]);
  await owner.call(restoreKnowledge, params(folder.id));
  expect(await filesOf()).toEqual(['Later.txt']);
  await owner.call(changeKnowledge, { ...params(later.id), body: { folder_id: null } });
  expect(await filesOf()).toEqual([]);
});
