import { getAuditEntry, listAuditEntries } from '@parlance/shared/contract/api/audit/audit-log';
import {
  exportDialogueLog,
  getLoggedDialogue,
  listDialogueLog,
  showNames,
} from '@parlance/shared/contract/api/dialogue-log';
import { deleteDialogue, exportDialogue, restoreDialogue } from '@parlance/shared/contract/api/dialogues';
import { exportOrganization } from '@parlance/shared/contract/api/organization-exports';
import { copySharedDialogue, endShare, shareDialogue } from '@parlance/shared/contract/api/shares';
import { type Endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import { unzipSync } from 'fflate';
import { organizationExporting } from '../lifecycle/organization-exports/write.ts';
import { dialogueLogExporting } from '../oversight/dialogue-log/write-export.ts';
import { checkChain } from '../platform/audit/check-chain.ts';
import { ownDialogueActs, readDialogueMask } from '../platform/audit/masked-dialogues.ts';
import { record } from '../platform/audit/record.ts';
import { dialogueTarget } from '../platform/audit/targets.ts';
import { dataOf, memberId } from '../testing/agents.ts';
import { start } from '../testing/asking.ts';
import { makeOneOfEach, readCatalogue } from '../testing/one-of-each.ts';
import { placesOfIds, requestWith } from '../testing/places.ts';
import { type AskingModel, ended, startAskingModel } from '../testing/start-asking.ts';
import type { Client } from '../testing/test-app.ts';

/**
 * The dialogue log hides whose a dialogue is. While names are hidden, nothing that the server says to somebody else has
 * the id of a dialogue beside the id, the name or the address of its member (ADR 29).
 */
let asking: AskingModel;
let admin: Client;
let owner: Client;
let organizationId: string;
/** Whose each dialogue is, by its id. */
const members = new Map<string, { readonly id: string; readonly email: string; readonly name: string }>();
const mei = { id: '', email: 'member@pro.example', name: 'Mei Tanaka' };
/** Those that something was done with, now and before acts were masked. */
let now: string;
let before: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  asking = await startAskingModel('House Guide', { answer: () => ['A ', 'plain ', 'answer.'] });
  const { server, member } = asking;
  [admin, owner] = [await server.as('admin@pro.example'), await server.as('owner@pro.example')];
  mei.id = await memberId(server, mei.email);
  const begin = async () => {
    const turn = await start(member, asking.bot, 'How many days of leave do I have?');
    await ended(member, turn);
    members.set(turn.dialogue_id, mei);
    return turn.dialogue_id;
  };
  [now, before] = [await begin(), await begin()];
  await doEverything(now);
  // Colleagues read one that is shared with them, and are told by whom; they are told nothing of the one behind it.
  dataOf(
    await member.call(shareDialogue, {
      params: { dialogue_id: before },
      body: { scope: 'organization', expires_at: null },
    }),
  );
  ({ organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('dialogues').where('id', '=', now).select('organization_id').executeTakeFirstOrThrow(),
  ));
  await server.db.asTenant(organizationId, async (trx) => {
    for (const action of ownDialogueActs)
      await record(trx, {
        action,
        organizationId,
        actor: { kind: 'person', id: mei.id, name: mei.email },
        target: await dialogueTarget(trx, before),
      });
  });
  // The entries stand as they were written, whatever is shown of them.
  expect(await server.db.asTenant(organizationId, (trx) => checkChain(trx, organizationId, null))).toMatchObject({
    fault: null,
  });
  const made = await server.db.asSystem(async (trx) =>
    makeOneOfEach(trx, await readCatalogue(trx), { organizationId, memberId: mei.id }),
  );
  for (const [table, { id }] of made) if (typeof id === 'string') ids.set(table, id);
  for (const [table, id] of [
    ['organizations', organizationId],
    ['memberships', mei.id],
    ['dialogues', before],
  ] as const)
    ids.set(table, id);
  // Somebody looks, and sees an alias.
  for (const dialogue_id of [now, before])
    expect(dataOf(await admin.call(getLoggedDialogue, { params: { dialogue_id } })).member).toMatchObject({
      id: null,
      name: null,
    });
});
afterAll(() => asking.close());

/** Whatever the audit log records of somebody's own dialogue. */
async function doEverything(dialogue_id: string): Promise<void> {
  const { member, server } = asking;
  const share = dataOf(
    await member.call(shareDialogue, { params: { dialogue_id }, body: { scope: 'organization', expires_at: null } }),
  );
  dataOf(
    await (
      await server.as('otp@pro.example')
    ).call(copySharedDialogue, { params: { share_id: share.id }, body: { idempotency_key: crypto.randomUUID() } }),
  );
  await member.call(endShare, { params: { share_id: share.id } });
  dataOf(await member.call(exportDialogue, { params: { dialogue_id }, query: { format: 'json' } }));
  await member.call(deleteDialogue, { params: { dialogue_id } });
  await member.call(restoreDialogue, { params: { dialogue_id } });
  await member.call(deleteDialogue, { params: { dialogue_id } });
}

/** What stands together: each thing of a list by itself, and what is around them. */
function together(value: unknown): string[] {
  if (Array.isArray(value))
    return value.every((it) => typeof it !== 'object' || it === null)
      ? [JSON.stringify(value)]
      : value.flatMap(together);
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  const isList = (part: unknown): part is object[] =>
    Array.isArray(part) && part.some((it) => typeof it === 'object' && it !== null);
  const parts = Object.entries(value);
  return [
    JSON.stringify(Object.fromEntries(parts.filter(([, part]) => !isList(part)))),
    ...parts.flatMap(([, part]) => (isList(part) ? part.flatMap(together) : [])),
  ];
}

const textsOf = (payload: string): string[] => {
  try {
    return together(JSON.parse(payload));
  } catch {
    return payload.split('\n').flatMap((line) => (line.startsWith('{') ? together(JSON.parse(line)) : [line]));
  }
};

/** What says of a dialogue whose it is. */
const told = (payload: string): string[] =>
  textsOf(payload).flatMap((text) =>
    [...members].flatMap(([dialogue, { id, email, name }]) =>
      text.includes(dialogue) && [id, email, name].some((it) => text.includes(it)) ? [`${dialogue}: ${text}`] : [],
    ),
  );

test('no answer to an administrator or an owner has a dialogue beside its member while names are hidden', async () => {
  const { server } = asking;
  const found: string[] = [];
  let asked = 0;
  const look = async (
    client: Client,
    app: typeof server.app,
    request: { method: Endpoint['method']; url: string; query?: Record<string, string> },
  ) => {
    const answer = await app.inject({ ...request, headers: client.headers() });
    asked += 1;
    found.push(...told(answer.payload).map((what) => `${request.method} ${request.url}: ${what}`));
  };
  for (const app of [server.app, server.charts, server.payment])
    for (const client of [admin, owner]) {
      for (const endpoint of app.endpoints.filter(({ method }) => method === 'GET')) {
        if (/sign_out|stream|events/.test(endpoint.path)) continue;
        const own = requestWith({ app, endpoint, part: 'params', at: [] }, '', ids);
        await look(client, app, { method: 'GET', url: own.url });
        await look(client, app, { method: 'GET', url: own.url, query: { limit: '100' } });
      }
      const places = placesOfIds(app).filter(
        ({ endpoint: { method, path } }) => method === 'GET' && !/stream|events/.test(path),
      );
      for (const place of places)
        for (const id of [now, before, mei.id]) await look(client, app, requestWith(place, id, ids));
    }
  expect(found).toEqual([]);
  expect(asked).toBeGreaterThan(300);
  console.info(`names: ${found.length} of ${asked} answers said whose a dialogue is`);
});

test('the audit log finds what was done with one by the name that it shows, and by no id', async () => {
  for (const dialogue of [now, before]) {
    const entries = async (target_id: string) =>
      dataOf(await admin.call(listAuditEntries, { query: { target_id, limit: 100 } })).items;
    expect(new Set((await entries(dialogue)).map(({ action }) => action))).toEqual(new Set(['dialogue.looked_into']));
    const { mask } = await asking.server.db.asTenant(organizationId, (trx) => readDialogueMask(trx, organizationId));
    const found = await entries(mask(dialogue));
    expect(new Set(found.map(({ action }) => action))).toEqual(new Set(ownDialogueActs));
    for (const { number, target } of found) {
      expect(target).toMatchObject({ id: mask(dialogue), name: 'House Guide' });
      expect(dataOf(await admin.call(getAuditEntry, { params: { number } })).target.id).toBe(mask(dialogue));
    }
  }
});

test('when somebody deleted a dialogue is said by the day alone', async () => {
  const row = async () =>
    dataOf(await admin.call(listDialogueLog, { query: { limit: 100 } })).items.find(({ id }) => id === now);
  expect((await row())?.deleted_at).toMatch(/T00:00:00.000Z$/);
});

describe('files', () => {
  const { signal } = new AbortController();

  test.each(['csv', 'jsonl'] as const)('of the audit log (%s)', async (format) => {
    const answer = await asking.server.app.inject({
      url: `/audit-log/v1/export?format=${format}`,
      headers: admin.headers(),
    });
    expect(answer.statusCode).toBe(200);
    expect(told(answer.payload)).toEqual([]);
  });

  test('of the dialogue log', async () => {
    const {
      db,
      dependencies: { storage },
    } = asking.server;
    const { id } = dataOf(
      await admin.call(exportDialogueLog, {
        body: { idempotency_key: crypto.randomUUID(), format: 'jsonl', filter: {} },
      }),
    );
    await dialogueLogExporting({ db, storage }).run({ export: id }, signal);
    const answer = await asking.server.app.inject({
      url: `/dialogue-log/v1/exports/${id}/content`,
      headers: admin.headers(),
    });
    expect(answer.payload).toContain(before);
    expect(told(answer.payload)).toEqual([]);
  });

  test('of the whole organisation, where a reason shows names', async () => {
    const {
      db,
      dependencies: { storage },
      pool,
    } = asking.server;
    const take = async () => {
      const { id } = dataOf(await owner.call(exportOrganization, { body: { idempotency_key: crypto.randomUUID() } }));
      await organizationExporting({ db, storage }).run({ export: id }, signal);
      const { rawPayload } = await asking.server.app.inject({
        url: fillPath('/organization-exports/v1/exports/:id/content', { id }),
        headers: owner.headers(),
      });
      return Object.entries(unzipSync(rawPayload)).map(
        ([name, bytes]) => [name, Buffer.from(bytes).toString()] as const,
      );
    };
    // The rows of each table made above have no bytes in the storage.
    await pool.query('delete from organization_exports');
    const hidden = await take();
    expect(hidden.flatMap(([, text]) => told(text))).toEqual([]);
    const dialogues = hidden.find(([name]) => name === 'dialogues.jsonl')?.[1] ?? '';
    expect(dialogues).toContain(before);
    expect(dialogues).toMatch(/"member_alias":"[0-9A-F]{6}"/);
    dataOf(await owner.call(showNames, { body: { reason: 'Moving to another product' } }));
    expect((await take()).find(([name]) => name === 'dialogues.jsonl')?.[1]).toContain(mei.id);
  });
});
