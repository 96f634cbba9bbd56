import { showNames } from '@parlance/shared/contract/api/dialogue-log';
import { botNamed, start } from '../testing/asking.ts';
import { howOften } from '../testing/how-often.ts';
import { type Catalogue, makeOneOfEach, readCatalogue } from '../testing/one-of-each.ts';
import { type Place, placesOfIds, requestWith, tableOf, titleOf } from '../testing/places.ts';
import { ended, runOf } from '../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../testing/test-app.ts';

/**
 * Ids of another organisation at every place of every request that takes an id (TEN-01): each is answered as an id of
 * nothing is, and nothing there has changed afterwards. Each place is asked with the id of its own table and with those
 * of other tables.
 */
let server: TestServer;
let places: Place[];
let catalogue: Catalogue;
beforeAll(async () => {
  server = await startTestServer();
  places = [server.app, server.charts, server.payment].flatMap(placesOfIds);
  catalogue = await server.db.asSystem(readCatalogue);
  // Every area is open to the caller.
  await server.db.asSystem((trx) =>
    trx
      .updateTable('organizations')
      .set({ plan_name: 'Pro' })
      .where(
        'id',
        'in',
        trx
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .where('users.email', '=', owner)
          .select('memberships.organization_id'),
      )
      .execute(),
  );
});
afterAll(() => server.close());

const owner = 'owner@free.example';
const member = 'member@free.example';
const someoneElse = 'member@pro.example';

type Membership = { readonly organizationId: string; readonly memberId: string };
const membershipOf = (email: string): Promise<Membership> =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', email)
      .select(['memberships.organization_id as organizationId', 'memberships.id as memberId'])
      .executeTakeFirstOrThrow(),
  );

/** Returns an id from each table of an organisation, of things of this person if they belong to somebody. */
async function idsOf(email: string): Promise<Map<string, string>> {
  const membership = await membershipOf(email);
  const made = await server.db.asSystem((trx) => makeOneOfEach(trx, catalogue, membership));
  const ids = [...made].flatMap(([table, { id }]) =>
    typeof id === 'string' && /^[\da-f-]{36}$/.test(id) ? [[table, id] as const] : [],
  );
  return new Map([...ids, ['organizations', membership.organizationId]]);
}

async function clientOf(email: string): Promise<Client> {
  const client = await server.as(email);
  await client.call(showNames, { body: { reason: 'A sample of a reason.' } });
  return client;
}

const web = 'http://localhost:3000';

async function ask(client: Client, place: Place, id: string, own: ReadonlyMap<string, string>): Promise<string> {
  const { headers, ...request } = requestWith(place, id, own);
  const answer = await place.app.inject({ ...request, headers: { ...client.headers(), ...headers, origin: web } });
  return `${answer.statusCode} ${answer.payload.replaceAll(id, 'ID').replace(/"request_id":"[^"]*"/, '')}`;
}

/** Masks ids and times, so that only telling differences of two responses remain. */
const seen = (answer: string) =>
  answer.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT');

/** Returns every row of an organisation, table by table. */
async function stateOf(organizationId: string): Promise<Map<string, string>> {
  const tables = await server.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const state = new Map<string, string>();
  for (const { name } of tables.rows) {
    const { rows } = await server.pool.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as digest from ${name} as row where organization_id = $1`,
      [organizationId],
    );
    state.set(name, rows[0]?.digest ?? '');
  }
  return state;
}

const manyRequestsMs = 900_000;

/** The sampling of foreign tables: a place is tried with every so many-th, shifted by one from place to place. */
const stride = howOften({ decides: 8, proves: 1 });
const roles = ['owner', 'administrator', 'member'] as const;
type Role = (typeof roles)[number];

/** The ids that a place is asked with: all where it is not known of what they are. */
function idsFor(place: Place, role: Role, theirs: ReadonlyMap<string, string>): (readonly [string, string])[] {
  const own = tableOf(place);
  const turn = places.indexOf(place) + roles.indexOf(role);
  return [...theirs].filter(([table], at) => own === undefined || table === own || (at + turn) % stride === 0);
}

test.each(roles)(
  '%s: an id of another organisation is an id of nothing, at every place (TEN-01)',
  async (role) => {
    const { organizationId } = await membershipOf(someoneElse);
    const theirs = await idsOf(someoneElse);
    const before = await stateOf(organizationId);
    const own = await idsOf(role === 'owner' ? owner : member);
    await server.pool.query('update memberships set is_admin = $1 where id = $2', [
      role === 'administrator',
      (await membershipOf(member)).memberId,
    ]);
    const client = await clientOf(role === 'owner' ? owner : member);
    const differing: string[] = [];
    let asked = 0;
    for (const place of places) {
      let none = seen(await ask(client, place, crypto.randomUUID(), own));
      for (const [table, id] of idsFor(place, role, theirs)) {
        const answer = seen(await ask(client, place, id, own));
        asked += 1;
        if (answer === none) continue;
        // The first request may have changed the caller's own data: a random id right after it must get the same
        // response.
        none = seen(await ask(client, place, crypto.randomUUID(), own));
        if (answer !== none) differing.push(`${titleOf(place)} with an id of ${table}: ${answer} instead of ${none}`);
      }
    }
    expect(differing).toEqual([]);
    expect(await stateOf(organizationId)).toEqual(before);
    console.info(
      `TEN-01: ${differing.length} of ${asked} requests as ${role} with ids of another organisation, at ${places.length} places, told them from ids of nothing`,
    );
  },
  manyRequestsMs,
);

/**
 * Places where one's own id, of a bare row, is answered as an id of nothing is: of them the test above proves nothing.
 * Each is walked beside its module.
 */
const untold = new Set([
  // A filter, of a list that has nothing of the bare row.
  'GET /dialogues/v1/dialogues query folder_id.0',
  'GET /dialogue-log/v1/dialogues query member_id',
  'GET /dialogue-log/v1/dialogues query rule_id',
  'GET /knowledge/v1/sources query folder_id',
  'GET /knowledge/v1/sources query agent_id',
  'GET /knowledge/v1/sources/:source_id/passages query agent_id',
  'GET /file-manager/v1/files query folder.0',
  'GET /privileges/v1/grants query team_id',
  // Places whose row must be of a special kind.
  'PATCH /knowledge/v1/sources/:source_id body folder_id.0',
  'POST /knowledge/v1/texts body folder_id',
  'POST /knowledge/v1/web-pages body folder_id',
  'POST /file-manager/v1/files/bulk body 3.folder_id.0',
  // Places for another caller, or with a body other than JSON.
  'PUT /operator/v1/audiences body audience.0.organizations.0',
  'POST /knowledge/v1/files query folder_id',
  'POST /knowledge/v1/sources/:source_id/file params source_id',
  'POST /uploads/v1/uploads body to.0.folder_id',
  'POST /uploads/v1/uploads body to.1.source_id',
  'POST /hooks/v1/:automation_id params automation_id',
  'POST /operator/v1/releases body audience.organizations.0',
  // Places without a lookup: the response is computed from the body alone, or the browser makes the id.
  'POST /governance/v1/bench body definition.scope.team_ids.0',
  'POST /governance/v1/bench body definition.scope.bot_ids.0',
  'POST /dialogue-log/v1/messages/:message_id/test-question body id',
  'POST /knowledge/v1/retrieval body agent_id',
  'POST /studio/v1/automation-previews body definition.trigger.1.knowledge_ids.0',
  'POST /studio/v1/automation-previews body definition.trigger.2.bot_ids.0',
  'POST /studio/v1/automation-previews body definition.trigger.3.rule_ids.0',
  'POST /studio/v1/automation-previews body definition.bot_id',
  'POST /studio/v1/automation-previews body definition.actions.0.0.bot_id',
  'POST /studio/v1/automation-previews body definition.actions.0.1.member_ids.0',
  'POST /studio/v1/automation-previews body definition.actions.0.3.knowledge_id',
  // Places whose row must be in a special state.
  'GET /organization-exports/v1/exports/:export_id/content params export_id',
  'GET /dialogue-log/v1/exports/:export_id/content params export_id',
  'GET /prompt-templates/v1/usable/:template_id params template_id',
  'GET /files/v1/attachments/:attachment_id params attachment_id',
  'GET /tools/v1/contents/:content_id params content_id',
  'GET /tools/v1/dialogues/:dialogue_id/calls params dialogue_id',
  'PUT /governance/v1/rules/:rule_id body definition.scope.team_ids.0',
  'PUT /governance/v1/rules/:rule_id body definition.scope.bot_ids.0',
  'PUT /governance/v1/order body rule_ids.0',
  'PUT /studio/v1/automations/:automation_id/state params automation_id',
  'POST /auth/v1/memberships/:member_id/session params member_id',
  'POST /members/v1/members/:member_id/offboarding body agents_to.0',
  'POST /members/v1/members/:member_id/offboarding body prompt_templates_to.0',
  'POST /members/v1/members/:member_id/offboarding body knowledge_to.0',
  'POST /governance/v1/rules body definition.scope.team_ids.0',
  'POST /governance/v1/rules body definition.scope.bot_ids.0',
  'POST /governance/v1/holds body subject.1.id',
  'POST /studio/v1/agents/bulk body agent_ids.0',
  'POST /studio/v1/test-dialogues/:dialogue_id/messages params dialogue_id',
  'POST /studio/v1/test-dialogues/:dialogue_id/messages body definition.knowledge_ids.0',
  'POST /studio/v1/test-dialogues/:dialogue_id/messages body definition.tools.0.tool_id',
  'POST /studio/v1/test-dialogues/:dialogue_id/messages body definition.responsible_id.0',
  'POST /dialogues/v1/dialogues body attachment_ids.0',
  'POST /dialogues/v1/dialogues/:dialogue_id/messages body attachment_ids.0',
  'POST /knowledge/v1/sources/:source_id/restore params source_id',
  'POST /file-manager/v1/files/bulk body 1.ids.0',
  'POST /file-manager/v1/files/bulk body 3.ids.0',
  'POST /prompt-templates/v1/usable/:template_id/uses params template_id',
  'POST /shares/v1/shares/:share_id/copy params share_id',
  'POST /tools/v1/tools/:tool_id/trial params tool_id',
  'POST /tools/v1/tools/:tool_id/sign-ins params tool_id',
  'POST /studio/v1/executions/:execution_id/actions/:position/tries params execution_id',
  'DELETE /files/v1/attachments/:attachment_id params attachment_id',
]);

test(
  'an id of one’s own is told from an id of nothing, so that the test before can fail',
  async () => {
    const { memberId: colleague } = await membershipOf(member);
    const client = await clientOf(owner);
    const bot = await botNamed(client, 'House Guide');
    /** A dialogue of the owner that has an answer. */
    const answered = async (): Promise<[string, string][]> => {
      const turn = await ended(client, await start(client, bot, 'When is the building open?'));
      return [
        ['dialogues', turn.dialogue_id],
        ['messages', turn.answer.id],
        ['runs', runOf(turn)],
      ];
    };
    let dialogue = await answered();
    let rows = await idsOf(owner);
    const vain: string[] = [];
    const byMethod = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];
    for (const place of places.toSorted(
      (a, b) => byMethod.indexOf(a.endpoint.method) - byMethod.indexOf(b.endpoint.method),
    )) {
      if (untold.has(titleOf(place))) continue;
      // Bots to ask must be published; an agent to edit is a row like the others.
      const published: [string, string][] = /agent/.test(titleOf(place)) ? [] : [['bots', bot]];
      const own = new Map([...rows, ...dialogue, ['memberships', colleague], ...published]);
      const answers = [
        await ask(client, place, crypto.randomUUID(), own),
        await ask(client, place, own.get(tableOf(place) ?? '') ?? '', own),
      ];
      if (answers[0] === answers[1]) vain.push(`${titleOf(place)}: ${answers[1]}`);
      // A refused request has used nothing up.
      if (place.endpoint.method === 'GET' || !answers.some((answer) => answer.startsWith('2'))) continue;
      rows = await idsOf(owner);
      if (/^\S+ .(dialogues|runs)\b/.test(titleOf(place))) dialogue = await answered();
    }
    expect(vain).toEqual([]);
  },
  manyRequestsMs,
);
