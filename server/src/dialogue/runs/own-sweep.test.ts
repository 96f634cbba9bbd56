import { randomUUID } from 'node:crypto';
import { messages, start, until } from '../../testing/asking.ts';
import { type AskingModel, runOf, startAskingModel } from '../../testing/start-asking.ts';

const tokens = Array.from({ length: 20 }, (_, at) => ` word${at}`);

let asking: AskingModel;
beforeAll(async () => {
  asking = await startAskingModel('House Guide', { answer: () => tokens });
});
afterAll(() => asking.close());

test('an answer whose lease could not be renewed in time is not broken off by the process that writes it', async () => {
  const { model, member, server, bot } = asking;
  const over = await start(member, bot, 'When is the building open?');
  await server.app.runs.ended(runOf(over));
  model.hold(10);
  const held = await start(member, bot, 'When is the building open?');
  await until(() => model.requests.at(-1)?.tokensSent === 10);
  // Simulates a stalling database: every renewal of this answer's lease comes too late.
  await server.pool.query(
    `create function renewed_too_late() returns trigger language plpgsql as $$ begin new.lease_until := now() - interval '1 minute'; return new; end $$`,
  );
  await server.pool.query(
    `create trigger renewed_too_late before update on runs for each row when (old.id = '${runOf(held)}') execute function renewed_too_late()`,
  );
  await server.pool.query(`update runs set lease_until = now() where id = $1`, [runOf(held)]);
  // The leftovers of a dead process show whether the sweep has run.
  await server.pool.query(
    `update runs set status = 'running', owner_process = $2, lease_until = now() - interval '1 minute' where id = $1`,
    [runOf(over), randomUUID()],
  );
  const statusOf = async (dialogueId: string) => (await messages(member, dialogueId))[0]?.run?.status;
  await until(async () => (await statusOf(over.dialogue_id)) === 'interrupted');
  expect(await statusOf(held.dialogue_id)).toBe('running');
  model.goOn();
  await server.app.runs.ended(runOf(held));
  expect((await messages(member, held.dialogue_id))[0]).toMatchObject({
    content: tokens.join(''),
    run: { status: 'complete' },
  });
});
