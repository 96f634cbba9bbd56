import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../e2e/harness/caller.ts';
import type { Fleet } from '../../e2e/harness/fleet.ts';
import { addPeople } from '../../server/src/testing/many-people.ts';
import { countSessions } from '../../server/src/testing/many-usage.ts';
import { type ThrowawayPostgres, countListening } from '../../server/src/testing/postgres.ts';
import type { Figure } from '../bench/figures.ts';
import { signedIn } from './people.ts';
import { withFleet } from './with-fleet.ts';

const kills = 20;
const writers = 12;
/** It is away for so long, and there for so long until the next time. */
const awayMs = 700;
const thereMs = 1_500;
const hangsAfterMs = 5_000;
const restMs = 20;

type Outcome = {
  acknowledged: string[];
  refused: number;
  withoutRetryAfter: number;
  others: number[];
  longestMs: number;
  hung: number;
};

/** FLT-02: PostgreSQL is killed in the middle of changes, again and again. */
export const measure = (): Promise<Figure[]> =>
  withFleet({}, async (fleet, postgres) => {
    const callers = await signedIn(fleet, await addPeople(fleet.databaseUrl, writers));
    const seen: Outcome = { acknowledged: [], refused: 0, withoutRetryAfter: 0, others: [], longestMs: 0, hung: 0 };
    let isOver = false;
    const writing = callers.map(async (caller) => {
      while (!isOver) await postUntilTaken(caller, fleet, seen, () => isOver);
    });
    await killAgainAndAgain(postgres);
    isOver = true;
    await Promise.all(writing);
    const stored = await countSessions(fleet.databaseUrl, seen.acknowledged);
    const how = `${seen.acknowledged.length} usage sessions and looks at oneself acknowledged by ${writers} writers through nginx while PostgreSQL was killed ${kills} times; ${seen.refused} were answered 503`;
    console.log(`answers that are neither: ${[...new Set(seen.others)].join(', ')}`);
    return [
      {
        what: 'FLT-02: acknowledged and lost',
        value: seen.acknowledged.length - stored,
        unit: 'requests',
        limit: 0,
        how,
      },
      {
        what: 'FLT-02: answers that are neither done nor 503',
        value: seen.others.length,
        unit: 'requests',
        limit: 0,
        how,
      },
      { what: 'FLT-02: 503 without Retry-After', value: seen.withoutRetryAfter, unit: 'requests', limit: 0, how },
      { what: 'FLT-02: answers after more than five seconds', value: seen.hung, unit: 'requests', limit: 0, how },
      { what: 'FLT-02: the longest wait for an answer', value: seen.longestMs, unit: 'ms', how },
      {
        what: 'FLT-02: processes that listen no more',
        value: await deafAmong(fleet),
        unit: 'requests',
        limit: 0,
        how: 'connections of PostgreSQL that listen afterwards, against processes',
      },
    ];
  });

async function killAgainAndAgain(postgres: ThrowawayPostgres): Promise<void> {
  for (let at = 0; at < kills; at += 1) {
    await pause(thereMs * (0.5 + Math.random()));
    await postgres.kill();
    await pause(awayMs);
    await postgres.startAgain();
  }
  await pause(thereMs);
}

/** As a browser does, which keeps what was not taken. */
async function postUntilTaken(
  caller: Caller,
  { chartsBase }: Fleet,
  seen: Outcome,
  isOver: () => boolean,
): Promise<void> {
  const id = randomUUID();
  const body = JSON.stringify({ session_id: id, typing: 1, reading: 2, interacting: 0, idling: 0 });
  for (;;) {
    if (await isDone(() => caller(`${chartsBase}/charts/v1/session-data`, { method: 'POST', body }), seen)) {
      seen.acknowledged.push(id);
      await isDone(() => caller('/auth/v1/whoami'), seen);
      return;
    }
    if (isOver()) return;
    await pause(restMs);
  }
}

async function isDone(ask: () => Promise<Response>, seen: Outcome): Promise<boolean> {
  const begun = performance.now();
  const answer = await ask().catch(() => null); // counted as an answer that there is not
  await answer?.arrayBuffer();
  const ms = performance.now() - begun;
  seen.longestMs = Math.max(seen.longestMs, ms);
  if (ms > hangsAfterMs) seen.hung += 1;
  if (answer?.ok === true) return true;
  if (answer?.status === 503) {
    seen.refused += 1;
    if (answer.headers.get('retry-after') === null) seen.withoutRetryAfter += 1;
  } else seen.others.push(answer?.status ?? 0);
  return false;
}

/** Of the processes that listen to what others tell, how many do not any more. */
async function deafAmong({ databaseUrl, of }: Fleet): Promise<number> {
  const listening = await countListening(databaseUrl);
  return Math.max(0, of('api').length + of('worker').length + of('charts').length + of('web').length - listening);
}
