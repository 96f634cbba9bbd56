import { randomUUID } from 'node:crypto';
import type { PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import * as lists from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import * as api from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { PromptTemplate, TemplateOrigin } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { sql } from 'kysely';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { inTeams, teamNamed } from '../../testing/teams.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deletedTemplates } from './bulk.ts';

let server: TestServer;
let mei: Client;
let oscar: Client;
let adrian: Client;
let olivia: Client;
let fiona: Client;
beforeAll(async () => {
  server = await startTestServer();
  [mei, oscar, adrian, olivia, fiona] = (await Promise.all(
    ['member@pro.example', 'otp@pro.example', 'admin@pro.example', 'owner@pro.example', 'owner@team.example'].map(
      (email) => server.as(email),
    ),
  )) as [Client, Client, Client, Client, Client];
});
afterAll(() => server.close());
beforeEach(() => server.db.asSystem(async (trx) => void (await trx.deleteFrom('prompt_templates').execute())));

const dataOf = <T>({ body }: { body: { success: true; data: T } | { success: false; code: string } }): T => {
  if (!body.success) throw new Error(body.code);
  return body.data;
};
const codeOf = ({ body }: { body: { success: true } | { success: false; code: string } }) =>
  body.success ? 'ok' : body.code;
const definition: PromptTemplateDefinition = {
  title: { en: 'Letter', 'de-DE': 'Brief' },
  description: {},
  body: { en: 'Write to {{who}} about {{topic}} as {{user}}.', 'de-DE': 'Schreiben Sie {{who}} über {{topic}}.' },
  variables: [
    { name: 'who', kind: 'text', label: {}, help: {}, is_required: true, default: [], options: [] },
    {
      name: 'topic',
      kind: 'select',
      label: {},
      help: {},
      is_required: false,
      default: [],
      options: [{ value: 'prices', label: { en: 'prices', 'de-DE': 'Preise' } }],
    },
  ],
};
type Settings = { definition: PromptTemplateDefinition; command: string | null; category: string; tags: string[] };
const plain: Settings = { definition, command: null, category: '', tags: [] };
const origin = (more: Partial<Settings> = {}): TemplateOrigin => ({ kind: 'new', ...plain, ...more });
const make = async (client: Client, from: TemplateOrigin = origin(), key: string = randomUUID()) =>
  dataOf(await client.call(api.createPromptTemplate, { body: { idempotency_key: key, from } }));
const params = ({ id }: { id: string }) => ({ template_id: id });
const read = (client: Client, template: { id: string }) =>
  client.call(api.getPromptTemplate, { params: params(template) });
const save = (client: Client, template: PromptTemplate, more: object = {}) =>
  client.call(api.savePromptTemplate, {
    params: params(template),
    body: { revision: template.revision, ...plain, ...more },
  });
const access = (
  client: Client,
  template: { id: string },
  scope: 'private' | 'people' | 'organization',
  member_ids: string[] = [],
) => client.call(api.setTemplateAccess, { params: params(template), body: { scope, member_ids } });
const approve = (client: Client, template: { id: string }, version = 1) =>
  client.call(api.reviewPromptTemplate, { params: params(template), body: { decision: 'approve', version } });
const list = async (client: Client, query: object = {}) =>
  dataOf(await client.call(lists.listPromptTemplates, { query })).items;
const usable = async (client: Client) =>
  dataOf(await client.call(api.listUsableTemplates, {})).items.map(({ id }) => id);
const fill = (client: Client, template: { id: string }, more: object = {}) =>
  client.call(api.fillPromptTemplate, {
    params: params(template),
    body: {
      idempotency_key: randomUUID(),
      version: 1,
      language: 'en',
      date: '2026-11-21',
      values: { who: ['Ann'] },
      ...more,
    },
  });
const memberId = async (email: string) =>
  (
    await server.db.asSystem((trx) =>
      trx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('email', '=', email)
        .select('memberships.id')
        .executeTakeFirstOrThrow(),
    )
  ).id;
const titled = (en: string): PromptTemplateDefinition => ({ ...definition, title: { en } });

describe('a template', () => {
  test('is made once for a key, private, its first version in use', async () => {
    const key = randomUUID();
    const made = await make(mei, origin(), key);
    expect(made).toMatchObject({
      title: 'Letter',
      scope: 'private',
      version: 1,
      newest_version: 1,
      owner: { name: 'Mei Tanaka' },
      can: { use: true, edit: true, share: true, review: false },
    });
    expect((await make(mei, origin(), key)).id).toBe(made.id);
    expect([codeOf(await read(oscar, made)), codeOf(await read(fiona, made))]).toEqual(['not_found', 'not_found']);
    expect(await list(oscar)).toEqual([]);
  });

  test('is refused with its faults', async () => {
    const broken = { ...definition, body: { en: '{{nobody}}' } };
    const answer = await mei.call(api.createPromptTemplate, {
      body: { idempotency_key: randomUUID(), from: origin({ definition: broken }) },
    });
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'body.from.definition.body.en', message: 'unknown_variable' }],
    });
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `v${at}`, kind: 'text' }));
    expect(
      codeOf(
        await mei.call(api.createPromptTemplate, {
          body: {
            idempotency_key: randomUUID(),
            from: origin({ definition: { ...definition, variables: many as PromptTemplateDefinition['variables'] } }),
          },
        }),
      ),
    ).toBe('validation_failed');
  });

  test('keeps half of a character pair from the database', async () => {
    expect((await make(mei, origin({ definition: titled('a\ud800b') }))).title).toBe('a\ufffdb');
  });

  test('has a command that no other one of the organisation has', async () => {
    const first = await make(mei, origin({ command: 'letter' }));
    expect(
      codeOf(
        await oscar.call(api.createPromptTemplate, {
          body: { idempotency_key: randomUUID(), from: origin({ command: 'LETTER' }) },
        }),
      ),
    ).toBe('name_taken');
    expect((await make(fiona, origin({ command: 'letter' }))).command).toBe('letter');
    const second = await make(oscar);
    expect(codeOf(await save(oscar, second, { command: 'letter' }))).toBe('name_taken');
    expect(codeOf(await save(mei, first, { command: 'letter' }))).toBe('ok');
    expect(codeOf(await save(oscar, second, { command: 'no blanks' }))).toBe('validation_failed');
  });

  test('twenty that want one command at once: one has it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        mei.call(api.createPromptTemplate, {
          body: { idempotency_key: randomUUID(), from: origin({ command: 'only' }) },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('saving', () => {
  test('writes a version each time; what is not put in use is not what members read', async () => {
    const made = await make(mei);
    const saved = dataOf(await save(mei, made, { definition: titled('Second'), message: 'shorter', in_use: false }));
    expect(saved).toMatchObject({
      newest_version: 2,
      version: 1,
      title: 'Letter',
      definition: { title: { en: 'Second' } },
    });
    const chosen = dataOf(
      await mei.call(api.chooseTemplateVersion, {
        params: params(made),
        body: { revision: saved.revision, number: 2 },
      }),
    );
    expect(chosen).toMatchObject({ version: 2, title: 'Second' });
    const versions = dataOf(await mei.call(api.listTemplateVersions, { params: params(made) })).items;
    expect(versions).toMatchObject([
      { number: 2, message: 'shorter', is_in_use: true, created_by: { name: 'Mei Tanaka' } },
      { number: 1, is_in_use: false },
    ]);
    expect(
      dataOf(await mei.call(api.getTemplateVersion, { params: { ...params(made), number: 1 } })).definition,
    ).toEqual(definition);
    expect(codeOf(await mei.call(api.getTemplateVersion, { params: { ...params(made), number: 9 } }))).toBe(
      'not_found',
    );
    expect(
      codeOf(
        await mei.call(api.chooseTemplateVersion, {
          params: params(made),
          body: { revision: chosen.revision, number: 9 },
        }),
      ),
    ).toBe('not_found');
  });

  test('twenty at once that saw one revision: one version, and nothing is overwritten', async () => {
    const made = await make(mei);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        save(at % 2 === 0 ? mei : adrian, made, { definition: titled(`by ${at}`) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter(({ status, body }) => status === 409 && !body.success && body.code === 'conflict'),
    ).toHaveLength(19);
    expect(dataOf(await read(mei, made)).newest_version).toBe(2);
  });

  test('is for who owns it and for administrators', async () => {
    const made = await make(mei);
    await access(mei, made, 'people', [await memberId('otp@pro.example')]);
    const seen = dataOf(await read(oscar, made));
    expect(seen).toMatchObject({
      can: { use: true, edit: false, share: false, copy: true },
      people: [],
      changed_by: null,
      review: null,
    });
    expect([
      codeOf(await save(oscar, seen)),
      codeOf(await access(oscar, made, 'private')),
      codeOf(await oscar.call(api.listTemplateVersions, { params: params(made) })),
    ]).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect(codeOf(await save(adrian, made))).toBe('ok');
  });

  test('shows who may only use it the version in use, and nothing newer', async () => {
    const made = await make(mei);
    await access(mei, made, 'people', [await memberId('otp@pro.example')]);
    await save(mei, made, { definition: titled('Not yet'), in_use: false });
    expect(dataOf(await read(oscar, made))).toMatchObject({
      definition: { title: { en: 'Letter' } },
      newest_version: 1,
    });
    expect(dataOf(await oscar.call(api.exportPromptTemplate, { params: params(made) })).definition.title.en).toBe(
      'Letter',
    );
  });
});

describe('sharing', () => {
  test('with people names colleagues of the organisation, and them only', async () => {
    const made = await make(mei);
    expect(codeOf(await access(mei, made, 'people'))).toBe('validation_failed');
    expect(codeOf(await access(mei, made, 'people', [await memberId('owner@team.example')]))).toBe('not_found');
    expect(dataOf(await access(mei, made, 'people', [await memberId('otp@pro.example')])).people).toMatchObject([
      { name: 'Oscar Ruiz' },
    ]);
    expect([await usable(oscar), await usable(adrian)]).toEqual([[made.id], []]);
    await access(mei, made, 'private');
    expect([await usable(oscar), codeOf(await fill(oscar, made))]).toEqual([[], 'not_found']);
  });

  test('with a team is with whoever is in it, for as long as they are (TEN-05)', async () => {
    const made = await make(mei, origin({ command: 'rota' }));
    const team = await teamNamed(mei, 'Knowledge');
    const setTeams = (scope: 'private' | 'people', team_ids: string[]) =>
      mei.call(api.setTemplateAccess, { params: params(made), body: { scope, team_ids } });
    expect(dataOf(await setTeams('people', [team]))).toMatchObject({
      scope: 'people',
      people: [],
      teams: [{ id: team, name: 'Knowledge' }],
    });
    const seen = async (client: Client) => [
      codeOf(await read(client, made)),
      (await usable(client)).includes(made.id),
      codeOf(await fill(client, made)),
      (await list(client)).length,
    ];
    const [all, none] = [
      ['ok', true, 'ok', 1],
      ['not_found', false, 'not_found', 0],
    ];
    expect([await seen(olivia), await seen(oscar), await seen(fiona)]).toEqual([all, none, none]);
    // Whom it is for is told to who keeps it.
    expect(dataOf(await read(olivia, made)).teams).toHaveLength(1);
    await inTeams(server, adrian, 'otp@pro.example', [team]);
    expect(await seen(oscar)).toEqual(all);
    expect(dataOf(await read(oscar, made)).teams).toEqual([]);
    await inTeams(server, adrian, 'otp@pro.example', []);
    expect(await seen(oscar)).toEqual(none);
    expect(codeOf(await setTeams('private', [team]))).toBe('validation_failed');
    expect(dataOf(await setTeams('private', [])).teams).toEqual([]);
  });

  test('with the organisation waits for an administrator who is neither author nor asker', async () => {
    const made = await make(adrian);
    expect(dataOf(await access(adrian, made, 'organization'))).toMatchObject({
      scope: 'private',
      review: { state: 'pending', version: 1, asked_by: { name: 'Adrian Keller' } },
      can: { review: false },
    });
    expect([
      await usable(mei),
      codeOf(await approve(adrian, made)),
      codeOf(await approve(mei, made)),
      codeOf(await approve(olivia, made, 2)),
    ]).toEqual([[], 'forbidden', 'forbidden', 'conflict']);
    expect((await list(olivia, { view: 'review' })).map(({ id }) => id)).toEqual([made.id]);
    expect(await list(adrian, { view: 'review' })).toEqual([]);
    expect(dataOf(await approve(olivia, made))).toMatchObject({ scope: 'organization', review: null });
    expect(await usable(mei)).toEqual([made.id]);
    expect(codeOf(await approve(olivia, made))).toBe('conflict');
  });

  test('is refused with a reason, and can be asked for again', async () => {
    const made = await make(mei);
    await access(mei, made, 'organization');
    const refuse = (reason: string) =>
      adrian.call(api.reviewPromptTemplate, { params: params(made), body: { decision: 'refuse', version: 1, reason } });
    expect(codeOf(await refuse(' '))).toBe('validation_failed');
    expect(dataOf(await refuse('Names a customer.'))).toMatchObject({
      scope: 'private',
      review: { state: 'refused', reason: 'Names a customer.' },
    });
    expect(dataOf(await access(mei, made, 'organization'))).toMatchObject({ review: { state: 'pending', reason: '' } });
  });

  test('a later version of what the organisation uses is reviewed as the first one was', async () => {
    const made = await make(mei);
    await access(mei, made, 'organization');
    const shared = dataOf(await approve(adrian, made));
    const saved = dataOf(await save(mei, shared, { definition: titled('Changed behind their backs') }));
    expect(saved).toMatchObject({ version: 1, review: { state: 'pending', version: 2 } });
    expect((await list(oscar)).map(({ title, review }) => [title, review])).toEqual([['Letter', null]]);
    // Going by another way changes nothing: choosing the version asks as well.
    expect(
      dataOf(
        await mei.call(api.chooseTemplateVersion, {
          params: params(made),
          body: { revision: saved.revision, number: 2 },
        }),
      ),
    ).toMatchObject({ version: 1 });
    expect(dataOf(await approve(adrian, made, 2))).toMatchObject({ version: 2, title: 'Changed behind their backs' });
  });

  test('what is saved while a review waits is what is reviewed', async () => {
    const made = await make(mei);
    const asked = dataOf(await access(mei, made, 'organization'));
    expect(dataOf(await save(mei, asked))).toMatchObject({ review: { state: 'pending', version: 2 } });
    expect([codeOf(await approve(adrian, made, 1)), codeOf(await approve(adrian, made, 2))]).toEqual([
      'conflict',
      'ok',
    ]);
  });

  test('needs nobody’s leave where nobody else could give it', async () => {
    expect(dataOf(await access(fiona, await make(fiona), 'organization'))).toMatchObject({
      scope: 'organization',
      review: null,
    });
  });
});

describe('using', () => {
  test('fills in what was entered and counts a key once', async () => {
    const made = await make(mei);
    const key = randomUUID();
    const filled = await fill(mei, made, {
      idempotency_key: key,
      values: { who: ['Ann {{user}}'], topic: ['prices'] },
    });
    expect(dataOf(filled).text).toBe('Write to Ann {{user}} about prices as Mei Tanaka.');
    await fill(mei, made, { idempotency_key: key });
    expect(dataOf(await read(mei, made)).uses).toBe(1);
    expect(dataOf(await fill(mei, made, { language: 'de-DE', values: { who: ['Ann'], topic: ['prices'] } })).text).toBe(
      'Schreiben Sie Ann über Preise.',
    );
  });

  test('names what is missing and what is of another kind, refuses what is too long, and counts nothing', async () => {
    const made = await make(mei, origin({ definition: { ...definition, body: { en: '{{who}}'.repeat(2_000) } } }));
    expect((await fill(mei, made, { values: { topic: ['other'] } })).body).toMatchObject({
      code: 'validation_failed',
      issues: [
        { path: 'body.values.who', message: 'missing' },
        { path: 'body.values.topic', message: 'invalid' },
      ],
    });
    expect((await fill(mei, made, { values: { who: ['x'.repeat(8_000)] } })).body).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'body.values' }],
    });
    expect(
      codeOf(
        await fill(mei, made, {
          values: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`v${at}`, ['x']])),
        }),
      ),
    ).toBe('validation_failed');
    expect(dataOf(await read(mei, made)).uses).toBe(0);
  });

  test('is refused where another version is in use by now, or it is disabled', async () => {
    const made = await make(mei);
    await save(mei, made);
    expect([codeOf(await fill(mei, made)), codeOf(await fill(mei, made, { version: 2 }))]).toEqual(['conflict', 'ok']);
    await mei.call(lists.changePromptTemplates, { body: { template_ids: [made.id], action: 'disable' } });
    expect([codeOf(await fill(mei, made, { version: 2 })), await usable(mei)]).toEqual(['not_found', []]);
  });

  test('is found by a few letters among those that one may use', async () => {
    await make(mei, origin({ definition: titled('Quarterly report'), command: 'quarter' }));
    await make(mei, origin({ definition: titled('Letter') }));
    const found = async (client: Client, q: string) =>
      dataOf(await client.call(api.listUsableTemplates, { query: { q } })).items.map(({ title }) => title);
    expect([
      await found(mei, 'quart REP'),
      await found(mei, '/quarter'),
      await found(mei, '%'),
      await found(oscar, 'quart'),
    ]).toEqual([['Quarterly report'], ['Quarterly report'], [], []]);
  });

  test('offers favourites first, and is rated', async () => {
    const [one, two] = [await make(mei), await make(mei)];
    await fill(mei, two);
    expect(await usable(mei)).toEqual([two.id, one.id]);
    const marked = dataOf(
      await mei.call(lists.markPromptTemplate, { params: params(one), body: { is_favorite: true, rating: 'up' } }),
    );
    expect(marked).toMatchObject({ is_favorite: true, own_rating: 'up', ratings: { up: 1, down: 0 } });
    expect(await usable(mei)).toEqual([one.id, two.id]);
    expect(
      dataOf(await mei.call(lists.markPromptTemplate, { params: params(one), body: { rating: null } })),
    ).toMatchObject({ is_favorite: true, own_rating: null, ratings: { up: 0, down: 0 } });
    expect(codeOf(await oscar.call(lists.markPromptTemplate, { params: params(one), body: { rating: 'up' } }))).toBe(
      'not_found',
    );
    const first = dataOf(await mei.call(api.listUsableTemplates, { query: { limit: 1 } }));
    expect(
      dataOf(
        await mei.call(api.listUsableTemplates, { query: { limit: 1, cursor: first.next_cursor ?? '' } }),
      ).items.map(({ id }) => id),
    ).toEqual([two.id]);
  });
});

describe('the list', () => {
  test('is searched, filtered, ordered and read page by page', async () => {
    await make(mei, origin({ definition: titled('Beta'), command: 'b', tags: ['law'], category: 'Legal' }));
    await make(mei, origin({ definition: titled('alpha'), command: 'a' }));
    await make(adrian, origin({ definition: titled('Gamma 100%') }));
    const titles = async (query: object, client = adrian) => (await list(client, query)).map(({ title }) => title);
    expect(await titles({ sort: 'title' })).toEqual(['alpha', 'Beta', 'Gamma 100%']);
    expect(await titles({ sort: '-title' })).toEqual(['Gamma 100%', 'Beta', 'alpha']);
    expect([
      await titles({ q: '%' }),
      await titles({ q: 'BET law' }),
      await titles({ q: '/a' }),
      await titles({ tag: 'law' }),
      await titles({ category: 'Legal' }),
      await titles({ view: 'mine' }),
    ]).toEqual([['Gamma 100%'], ['Beta'], ['alpha'], ['Beta'], ['Beta'], ['Gamma 100%']]);
    for (const sort of lists.templateSorts) {
      const whole = (await list(adrian, { sort })).map(({ id }) => id);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = dataOf(await adrian.call(lists.listPromptTemplates, { query: { sort, limit: 1, cursor } }));
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(paged).toEqual(whole);
    }
    expect(dataOf(await mei.call(lists.listTemplateLabels, {}))).toEqual({ categories: ['Legal'], tags: ['law'] });
    expect(await titles({}, oscar)).toEqual([]);
  });

  test('changes many at once, refuses those of others, and brings back what was deleted for 30 days', async () => {
    const [own, foreign] = [await make(mei, origin({ command: 'mine' })), await make(adrian)];
    const bulk = async (action: 'delete' | 'undelete' | 'enable') =>
      dataOf(await mei.call(lists.changePromptTemplates, { body: { template_ids: [own.id, foreign.id], action } }));
    expect(await bulk('delete')).toEqual({ changed: [own.id], refused: [foreign.id] });
    expect([codeOf(await read(mei, own)), (await list(mei, { view: 'deleted' })).map(({ id }) => id)]).toEqual([
      'not_found',
      [own.id],
    ]);
    await make(oscar, origin({ command: 'mine' }));
    expect(await bulk('undelete')).toEqual({ changed: [own.id], refused: [foreign.id] });
    expect(dataOf(await read(mei, own)).command).toBeNull();
    await bulk('delete');
    await server.db.asSystem((trx) =>
      sql`update prompt_templates set deleted_at = now() - interval '31 days' where id = ${own.id}`.execute(trx),
    );
    expect(await bulk('undelete')).toEqual({ changed: [], refused: [own.id, foreign.id] });
    await server.db.asSystem((trx) => deleteDue(trx, deletedTemplates));
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('prompt_templates').where('id', '=', own.id).select('id').execute(),
      ),
    ).toEqual([]);
  });
});

describe('the archive', () => {
  test('holds what nobody uses and no other list has, until it is taken out', async () => {
    const own = await make(mei, origin({ command: 'kept', category: 'Old' }));
    const bulk = async (client: Client, action: 'archive' | 'unarchive') =>
      dataOf(await client.call(lists.changePromptTemplates, { body: { template_ids: [own.id], action } }));
    const seen = async (view: 'all' | 'mine' | 'archived') => (await list(mei, { view })).map(({ id }) => id);
    expect(await bulk(oscar, 'archive')).toEqual({ changed: [], refused: [own.id] });
    expect(await bulk(mei, 'archive')).toEqual({ changed: [own.id], refused: [] });
    expect([await seen('all'), await seen('mine'), await seen('archived'), await usable(mei)]).toEqual([
      [],
      [],
      [own.id],
      [],
    ]);
    expect(dataOf(await read(mei, own))).toMatchObject({ is_archived: true, can: { use: false, edit: true } });
    expect(dataOf(await mei.call(lists.listTemplateLabels, {})).categories).toEqual([]);
    await bulk(mei, 'unarchive');
    expect([await seen('all'), await seen('archived'), await usable(mei)]).toEqual([[own.id], [], [own.id]]);
  });
});

describe('a file', () => {
  test('holds the newest version and makes another template, without a command that is taken', async () => {
    const made = await make(mei, origin({ command: 'letter', tags: ['x'] }));
    const file = dataOf(await mei.call(api.exportPromptTemplate, { params: params(made) }));
    const imported = await make(oscar, { kind: 'file', file });
    expect(imported).toMatchObject({ definition, command: null, tags: ['x'], owner: { name: 'Oscar Ruiz' } });
    expect((await make(fiona, { kind: 'file', file })).command).toBe('letter');
    expect((await make(mei, { kind: 'copy', template_id: made.id })).id).not.toBe(made.id);
  });

  test.each([
    ['a newer version', { kind: 'parlance.prompt-template', version: 2, what: 'ever' }, 'import_too_new'],
    ['another kind', { kind: 'parlance.agent', version: 9 }, 'validation_failed'],
    ['nothing', null, 'validation_failed'],
    [
      'faults',
      { kind: 'parlance.prompt-template', version: 1, definition: { title: {}, body: {} } },
      'validation_failed',
    ],
  ])('of %s is refused', async (_, file, code) => {
    expect(
      codeOf(
        await mei.call(api.createPromptTemplate, {
          body: { idempotency_key: randomUUID(), from: { kind: 'file', file } },
        }),
      ),
    ).toBe(code);
  });
});
