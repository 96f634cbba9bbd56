import { randomUUID } from 'node:crypto';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import * as api from '@parlance/shared/contract/api/agents/agents';
import { getBot, listBots, setFavorite } from '@parlance/shared/contract/api/bots';
import { listMessages, regenerateAnswer, sendPrompt, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import { builtInToolIds } from '@parlance/shared/contract/api/tools';
import { writeCursor } from '../../platform/http/cursor.ts';
import { blankAgent, codeOf, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { inTeams, teamNamed } from '../../testing/teams.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let olivia: Client;
let mei: Client;
let oscar: Client;
let fiona: Client;
let felix: Client;
beforeAll(async () => {
  server = await startTestServer();
  [olivia, mei, oscar] = [
    await server.as('owner@pro.example'),
    await server.as('member@pro.example'),
    await server.as('otp@pro.example'),
  ];
  [fiona, felix] = [await server.as('owner@free.example'), await server.as('member@free.example')];
});
afterAll(() => server.close());

const agentIn = (definition: Partial<AgentDefinition>, agent: api.Agent): AgentDefinition => ({
  ...agent.definition,
  ...definition,
});
const save = (client: Client, agent: api.Agent, definition: Partial<AgentDefinition>, revision = agent.revision) =>
  client.call(api.saveAgentDraft, {
    params: { agent_id: agent.id },
    body: { revision, definition: agentIn(definition, agent) },
  });
const publish = (client: Client, id: string, revision: number) =>
  client.call(api.publishAgent, { params: { agent_id: id }, body: { revision, name: 'First', message: 'It begins' } });
const read = async (client: Client, id: string) =>
  dataOf(await client.call(api.getAgent, { params: { agent_id: id } }));
const names = async (client: Client, query: Record<string, string> = {}) =>
  dataOf(await client.call(api.listAgents, { query })).items.map(({ name }) => name);
const change = async (
  client: Client,
  id: string,
  action: 'enable' | 'disable' | 'archive' | 'unarchive' | 'delete' | 'undelete',
) => dataOf(await client.call(api.changeAgents, { body: { agent_ids: [id], action } })).changed.length === 1;
const gallery = async (client: Client) => dataOf(await client.call(listBots, {})).items.map(({ name }) => name);

describe('the bots that were there before', () => {
  test('are published agents with one version, and their page and gallery are what they were', async () => {
    const id = await botNamed(mei, 'House Guide');
    const agent = await read(olivia, id);
    expect(agent).toMatchObject({
      state: 'published',
      access: 'organization',
      version: 1,
      has_changes: false,
      revision: 1,
    });
    expect(dataOf(await olivia.call(api.listAgentVersions, { params: { agent_id: id } })).items).toMatchObject([
      { number: 1, is_current: true },
    ]);
  });
});

describe('a draft', () => {
  test('is its owner’s and the administrators’, and nobody else learns that it exists', async () => {
    const agent = await blankAgent(mei, { name: { en: 'Mine alone' } });
    expect(agent).toMatchObject({
      state: 'draft',
      access: 'private',
      version: null,
      can: { edit: true, share_with_organization: false },
    });
    expect([
      await names(mei, { q: 'mine ALONE' }),
      await names(olivia, { q: 'alone' }),
      await names(oscar, { q: 'alone' }),
    ]).toEqual([['Mine alone'], ['Mine alone'], []]);
    for (const stranger of [oscar, fiona]) {
      expect(codeOf(await stranger.call(api.getAgent, { params: { agent_id: agent.id } }))).toBe('404 not_found');
      expect(codeOf(await save(stranger, agent, { name: { en: 'Theirs' } }))).toBe('404 not_found');
    }
    expect(codeOf(await mei.call(getBot, { params: { bot_id: agent.id } }))).toBe('404 not_found');
    expect(
      codeOf(
        await mei.call(startDialogue, { body: { bot_id: agent.id, prompt: 'Hello', idempotency_key: randomUUID() } }),
      ),
    ).toBe('404 not_found');
  });

  test('is never overwritten by who saw an earlier one, and what is as it was is no change', async () => {
    const agent = await blankAgent(mei, { name: { en: 'Two editors' } });
    const first = dataOf(await save(olivia, agent, { instructions: 'Olivia was here.' }));
    expect(first.revision).toBe(agent.revision + 1);
    expect(codeOf(await save(mei, agent, { instructions: 'Mei was here.' }))).toBe('409 conflict');
    expect(dataOf(await save(mei, agent, { instructions: 'Olivia was here.' }, first.revision))).toEqual(first);
    expect(await read(mei, agent.id)).toMatchObject({
      revision: first.revision,
      changed_by: { name: 'Olivia Bennett' },
      definition: { instructions: 'Olivia was here.' },
    });
  });

  test('names nothing that is not there', async () => {
    const agent = await blankAgent(mei, {});
    for (const wrong of [
      { model_id: randomUUID() },
      { responsible_id: randomUUID() },
      { knowledge_ids: [randomUUID()] },
      { tools: [{ tool_id: randomUUID(), permission: 'always' as const, functions: {} }] },
      { responsible_id: await memberId(server, 'owner@free.example') },
    ]) {
      expect(codeOf(await save(mei, agent, wrong))).toBe('400 validation_failed');
    }
  });

  test('may name the tools that every organisation has', async () => {
    const agent = await blankAgent(mei, {});
    const tools = Object.values(builtInToolIds).map((tool_id) => ({
      tool_id,
      permission: 'always' as const,
      functions: {},
    }));
    expect(codeOf(await save(mei, agent, { tools }))).toBe('200');
  });

  test('keeps half a character as the sign for one that cannot be shown', async () => {
    const agent = await blankAgent(mei, {});
    await save(mei, agent, { instructions: 'half \ud83d' });
    expect((await read(mei, agent.id)).definition.instructions).toBe('half \uFFFD');
  });

  test('is made once, however often it is asked for with one key', async () => {
    const body = { idempotency_key: randomUUID(), from: { kind: 'blank' as const } };
    const made = await Promise.all(Array.from({ length: 20 }, () => mei.call(api.createAgent, { body })));
    expect(new Set(made.map((answer) => dataOf(answer).agent.id)).size).toBe(1);
  });
});

describe('the list', () => {
  test.each(api.agentSorts)('by %s goes through every agent once, in pages of any size', async (sort) => {
    const ids = async (limit: string) => {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const { items, next_cursor } = dataOf(
          await olivia.call(api.listAgents, { query: { sort, limit, ...(cursor === undefined ? {} : { cursor }) } }),
        );
        found.push(...items.map(({ id }) => id));
        if (next_cursor === null) return found;
        cursor = next_cursor;
      }
    };
    const all = await ids('100');
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(3);
    expect(await ids('2')).toEqual(all);
  });

  test('takes no cursor of another order, and none that somebody made up', async () => {
    const { next_cursor } = dataOf(await olivia.call(api.listAgents, { query: { sort: 'name', limit: '1' } }));
    for (const cursor of [next_cursor ?? '', writeCursor(['-updated', 'yesterday', randomUUID()])]) {
      expect(codeOf(await olivia.call(api.listAgents, { query: { sort: '-updated', cursor } }))).toBe(
        '400 validation_failed',
      );
    }
  });

  test('narrows by text, state, category and owner', async () => {
    await blankAgent(mei, { name: { 'zh-TW': '薪資問答 100%' }, category: 'finance' });
    expect(await names(olivia, { q: '100%' })).toEqual(['薪資問答 100%']);
    expect(await names(olivia, { q: '1_0' })).toEqual([]);
    expect(await names(olivia, { category: 'finance', state: 'draft' })).toEqual(['薪資問答 100%']);
    expect(await names(olivia, { category: 'finance', owner: 'me' })).toEqual([]);
    expect(await names(olivia, { category: 'finance', state: 'published' })).toEqual([]);
    // What may be copied and not looked into.
    expect([await names(mei, { q: 'House Guide' }), await names(mei, { q: 'House Guide', may: 'read' })]).toEqual([
      ['House Guide'],
      [],
    ]);
  });
});

describe('publishing', () => {
  test('gives members what is in the draft, and what is changed later only when it is published too', async () => {
    const agent = await blankAgent(olivia, { name: { en: 'Helpdesk', 'de-DE': '' }, instructions: 'Help.' });
    expect(dataOf(await publish(olivia, agent.id, agent.revision))).toMatchObject({
      number: 1,
      name: 'First',
      message: 'It begins',
      is_current: true,
      published_by: { name: 'Olivia Bennett' },
    });
    expect(await gallery(mei)).not.toContain('Helpdesk');
    await olivia.call(api.setAgentAccess, { params: { agent_id: agent.id }, body: { scope: 'organization' } });
    expect(await gallery(mei)).toContain('Helpdesk');
    const { revision } = dataOf(await save(olivia, agent, { name: { en: 'Help centre' } }));
    expect(await gallery(mei)).toContain('Helpdesk');
    expect(await read(olivia, agent.id)).toMatchObject({ name: 'Help centre', has_changes: true, version: 1 });
    dataOf(await publish(olivia, agent.id, revision));
    expect(await gallery(mei)).toContain('Help centre');
    expect(await read(olivia, agent.id)).toMatchObject({ has_changes: false, version: 2 });
    await change(olivia, agent.id, 'delete');
  });

  test('by twenty at once makes exactly one version, and the others hear conflict', async () => {
    const agent = await blankAgent(olivia, { name: { en: 'Race' } });
    for (let revision = agent.revision, number = 1; number <= 3; number++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => publish(olivia, agent.id, revision)));
      expect(answers.map(codeOf).sort()).toEqual(['200', ...Array.from({ length: 19 }, () => '409 conflict')]);
      revision = dataOf(await save(olivia, agent, { instructions: `Change ${number}` }, revision)).revision;
    }
    const { items } = dataOf(await olivia.call(api.listAgentVersions, { params: { agent_id: agent.id } }));
    expect(items.map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  test('is refused where there is no name, or the draft is another one than the caller saw', async () => {
    const agent = await blankAgent(mei, {});
    const answer = await publish(mei, agent.id, agent.revision);
    expect(answer.body).toMatchObject({ code: 'agent_incomplete', issues: [{ path: 'definition.name' }] });
    expect(codeOf(await publish(mei, agent.id, agent.revision + 1))).toBe('409 conflict');
  });

  test('an earlier version comes back into the draft, and to members when it is published', async () => {
    const agent = await publishedAgent(olivia, { name: { en: 'Before' } });
    const { revision } = dataOf(await save(olivia, agent, { name: { en: 'After' } }));
    dataOf(await publish(olivia, agent.id, revision));
    expect(
      dataOf(await olivia.call(api.getAgentVersion, { params: { agent_id: agent.id, number: '1' } })),
    ).toMatchObject({ number: 1, is_current: false, definition: { name: { en: 'Before' } } });
    const restoring = { params: { agent_id: agent.id, number: '1' }, body: { revision } };
    const restored = dataOf(await olivia.call(api.restoreAgentVersion, restoring));
    expect(restored).toMatchObject({
      revision: revision + 1,
      definition: { name: { en: 'Before' } },
      has_changes: true,
      version: 2,
    });
    expect(codeOf(await olivia.call(api.restoreAgentVersion, restoring))).toBe('409 conflict');
    expect(
      codeOf(await olivia.call(api.restoreAgentVersion, { ...restoring, params: { agent_id: agent.id, number: '9' } })),
    ).toBe('404 not_found');
  });
});

describe('who may use an agent', () => {
  test('is its owner, then people who are named, then everybody, and nobody whom it was taken from', async () => {
    const agent = await publishedAgent(mei, { name: { en: 'For some' } });
    const setAccess = (client: Client, scope: 'private' | 'people' | 'organization', member_ids: string[] = []) =>
      client.call(api.setAgentAccess, { params: { agent_id: agent.id }, body: { scope, member_ids } });
    const seenBy = async () => [
      (await gallery(mei)).includes('For some'),
      (await gallery(oscar)).includes('For some'),
      (await gallery(olivia)).includes('For some'),
    ];
    expect(await seenBy()).toEqual([true, false, false]);
    expect(dataOf(await setAccess(mei, 'people', [await memberId(server, 'otp@pro.example')]))).toMatchObject({
      scope: 'people',
      people: [{ name: 'Oscar Ruiz' }],
    });
    expect(await seenBy()).toEqual([true, true, false]);
    expect(codeOf(await setAccess(mei, 'organization'))).toBe('403 forbidden');
    dataOf(await setAccess(olivia, 'organization'));
    expect(await seenBy()).toEqual([true, true, true]);
    dataOf(await setAccess(mei, 'private'));
    expect(await seenBy()).toEqual([true, false, false]);
    expect(codeOf(await setAccess(mei, 'people'))).toBe('400 validation_failed');
    expect(codeOf(await setAccess(mei, 'people', [await memberId(server, 'owner@free.example')]))).toBe(
      '404 not_found',
    );
    expect(codeOf(await setAccess(oscar, 'private'))).toBe('404 not_found');
  });

  test('is whoever is in a team that is named, for as long as they are (TEN-05)', async () => {
    const agent = await publishedAgent(mei, { name: { en: 'For a team' } });
    const team = await teamNamed(mei, 'Knowledge');
    const setAccess = (body: { scope: 'people' | 'private'; member_ids?: string[]; team_ids?: string[] }) =>
      mei.call(api.setAgentAccess, { params: { agent_id: agent.id }, body });
    expect(dataOf(await setAccess({ scope: 'people', team_ids: [team] }))).toEqual({
      scope: 'people',
      people: [],
      teams: [{ id: team, name: 'Knowledge' }],
    });
    expect((await read(mei, agent.id)).teams).toEqual([{ id: team, name: 'Knowledge' }]);
    const seen = async (client: Client) => [
      (await gallery(client)).includes('For a team'),
      codeOf(
        await client.call(startDialogue, {
          body: { bot_id: agent.id, prompt: 'Hello', idempotency_key: randomUUID() },
        }),
      ),
    ];
    expect([await seen(olivia), await seen(oscar)]).toEqual([
      [true, '200'],
      [false, '404 not_found'],
    ]);
    await inTeams(server, olivia, 'otp@pro.example', [team]);
    expect(await seen(oscar)).toEqual([true, '200']);
    await inTeams(server, olivia, 'otp@pro.example', []);
    expect(await seen(oscar)).toEqual([false, '409 bot_disabled']);
    dataOf(await setAccess({ scope: 'private' }));
    expect((await gallery(olivia)).includes('For a team')).toBe(false);
    expect((await read(mei, agent.id)).teams).toEqual([]);
    expect(codeOf(await setAccess({ scope: 'private', team_ids: [team] }))).toBe('400 validation_failed');
  });

  test('on the Free! plan every member manages what they see, and not what is others’ alone (specification §6)', async () => {
    const shared = await botNamed(felix, 'House Guide');
    expect((await read(felix, shared)).can).toMatchObject({
      edit: true,
      publish: true,
      share_with_organization: true,
      transfer: false,
    });
    const alone = await blankAgent(fiona, { name: { en: 'Recipes' } });
    expect(codeOf(await felix.call(api.getAgent, { params: { agent_id: alone.id } }))).toBe('404 not_found');
    expect(codeOf(await mei.call(api.getAgent, { params: { agent_id: await botNamed(mei, 'House Guide') } }))).toBe(
      '403 forbidden',
    );
  });

  test('who may copy and not read gets what is published, and nothing of the draft', async () => {
    const agent = await publishedAgent(olivia, { name: { en: 'Open book' }, instructions: 'Published words.' });
    await olivia.call(api.setAgentAccess, { params: { agent_id: agent.id }, body: { scope: 'organization' } });
    await save(olivia, agent, { name: { en: 'Secret title' }, instructions: 'Secret words.' });
    expect(await names(mei, { q: 'secret' })).toEqual([]);
    expect(await names(mei, { q: 'open book' })).toEqual(['Open book']);
    const copy = dataOf(
      await mei.call(api.createAgent, {
        body: { idempotency_key: randomUUID(), from: { kind: 'copy', agent_id: agent.id } },
      }),
    ).agent;
    expect(copy.definition).toMatchObject({ name: { en: 'Open book (2)' }, instructions: 'Published words.' });
    expect(dataOf(await mei.call(api.exportAgent, { params: { agent_id: agent.id } })).definition.instructions).toBe(
      'Published words.',
    );
    expect(dataOf(await olivia.call(api.exportAgent, { params: { agent_id: agent.id } })).definition.instructions).toBe(
      'Secret words.',
    );
    expect(copy).toMatchObject({ state: 'draft', owner: { name: 'Mei Tanaka' } });
    await change(olivia, agent.id, 'delete');
  });

  test('is who it was given to, and no longer who gave it', async () => {
    const agent = await blankAgent(mei, { name: { en: 'Handed over' } });
    const given = dataOf(
      await mei.call(api.transferAgent, {
        params: { agent_id: agent.id },
        body: { member_id: await memberId(server, 'otp@pro.example') },
      }),
    );
    expect(given).toMatchObject({ owner: { name: 'Oscar Ruiz' }, can: { read: false, edit: false } });
    expect(codeOf(await mei.call(api.getAgent, { params: { agent_id: agent.id } }))).toBe('404 not_found');
    expect((await read(oscar, agent.id)).can.transfer).toBe(true);
    expect(
      codeOf(
        await oscar.call(api.transferAgent, {
          params: { agent_id: agent.id },
          body: { member_id: await memberId(server, 'owner@free.example') },
        }),
      ),
    ).toBe('404 not_found');
  });
});

describe('an agent that is switched off', () => {
  test.each(['disable', 'archive', 'delete'] as const)(
    'by %s is in no gallery and cannot be asked; who talked with it can still read that',
    async (action) => {
      const agent = await publishedAgent(olivia, { name: { en: `To ${action}` } });
      await olivia.call(api.setAgentAccess, { params: { agent_id: agent.id }, body: { scope: 'organization' } });
      const turn = await start(mei, agent.id, 'Are you there?');
      await mei.call(streamRun, { params: { run_id: turn.answer.run?.id ?? '' } });
      expect(await change(olivia, agent.id, action)).toBe(true);
      expect(await gallery(mei)).not.toContain(`To ${action}`);
      const key = { idempotency_key: randomUUID() };
      expect(
        codeOf(
          await mei.call(sendPrompt, {
            params: { dialogue_id: turn.dialogue_id },
            body: { prompt: 'And now?', ...key },
          }),
        ),
      ).toBe('409 bot_disabled');
      expect(codeOf(await mei.call(regenerateAnswer, { params: { message_id: turn.answer.id }, body: key }))).toBe(
        '409 bot_disabled',
      );
      expect(codeOf(await mei.call(startDialogue, { body: { bot_id: agent.id, prompt: 'Again', ...key } }))).toBe(
        '409 bot_disabled',
      );
      expect(codeOf(await oscar.call(startDialogue, { body: { bot_id: agent.id, prompt: 'Hello', ...key } }))).toBe(
        '404 not_found',
      );
      expect(codeOf(await mei.call(getBot, { params: { bot_id: agent.id } }))).toBe('404 not_found');
      expect(codeOf(await mei.call(setFavorite, { params: { bot_id: agent.id }, body: { is_favorite: true } }))).toBe(
        '404 not_found',
      );
      expect(dataOf(await mei.call(listMessages, { params: { dialogue_id: turn.dialogue_id } })).items).toHaveLength(2);
      const back = { disable: 'enable', archive: 'unarchive', delete: 'undelete' } as const;
      expect(await change(olivia, agent.id, back[action])).toBe(true);
      expect(
        codeOf(
          await mei.call(sendPrompt, {
            params: { dialogue_id: turn.dialogue_id },
            body: { prompt: 'And now?', ...key },
          }),
        ),
      ).toBe('200');
      await change(olivia, agent.id, 'delete');
    },
  );

  test('is listed among the archived where it is one, and what was deleted a month ago stays away', async () => {
    const agent = await blankAgent(mei, { name: { en: 'Old papers' } });
    await change(mei, agent.id, 'archive');
    expect([await names(mei, { q: 'old papers' }), await names(mei, { q: 'old papers', state: 'archived' })]).toEqual([
      [],
      ['Old papers'],
    ]);
    expect(codeOf(await save(mei, agent, { name: { en: 'New' } }))).toBe('403 forbidden');
    await change(mei, agent.id, 'delete');
    await server.db.asSystem((trx) =>
      trx
        .updateTable('bots')
        .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
        .where('id', '=', agent.id)
        .execute(),
    );
    expect(await change(mei, agent.id, 'undelete')).toBe(false);
  });

  test('many at once: what may not be done is refused, and the rest is done', async () => {
    const [mine, hers] = [
      await publishedAgent(mei, { name: { en: 'Mine' } }),
      await blankAgent(olivia, { name: { en: 'Hers' } }),
    ];
    const never = await blankAgent(mei, {});
    const nothing = randomUUID();
    const foreign = await botNamed(fiona, 'House Guide');
    const body = { agent_ids: [mine.id, hers.id, never.id, nothing, foreign, mine.id], action: 'disable' as const };
    expect(dataOf(await mei.call(api.changeAgents, { body }))).toMatchObject({
      changed: [mine.id],
      refused: [hers.id, never.id, nothing, foreign],
    });
  });
});
