import { start } from '../../testing/asking.ts';
import { type AskingModel, runOf, startAskingModel } from '../../testing/start-asking.ts';
import { storeGrowth } from './store-growth.ts';

let asking: AskingModel;
beforeAll(async () => {
  asking = await startAskingModel('House Guide', { answer: () => [' word'] });
  asking.model.hold(0);
});
afterAll(() => asking.close());

test('reasoning is stored while another transaction holds its run, and its time with the next piece', async () => {
  const { db, pool } = asking.server;
  const runId = runOf(await start(asking.member, asking.bot, 'When is the building open?'));
  const { rows } = await pool.query<{ owner: string }>('select owner_process as owner from runs where id = $1', [
    runId,
  ]);
  const store = (offset: number, text: string, ms: number) =>
    db.asSystem((trx) =>
      storeGrowth(trx, rows[0]?.owner ?? '', {
        deltas: [],
        reasoning: [{ runId, offset, text }],
        times: [{ runId, ms }],
        restarts: [],
      }),
    );
  const stored = async () =>
    (
      await pool.query(
        `select string_agg(text, '' order by "offset") as text, max(reasoning_ms) as ms
         from runs left join answer_reasoning using (answer_id) where id = $1`,
        [runId],
      )
    ).rows[0];
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from runs where id = $1 for update', [runId]);
    await store(0, 'One', 10);
    expect(await stored()).toEqual({ text: 'One', ms: null });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await store(3, ' two', 20);
  expect(await stored()).toEqual({ text: 'One two', ms: 20 });
});
