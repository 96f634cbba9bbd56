import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '../../e2e/harness/fleet.ts';
import { addPeople } from '../../server/src/testing/many-people.ts';
import { type Figure, quantile } from '../bench/figures.ts';
import { type Answer, askSteadily, failuresIn, requestsOf } from './load.ts';
import { signedIn } from './people.ts';
import { withFleet } from './with-fleet.ts';

const people = 50;
const perSecond = 50;
const rounds = 4;
/** Seconds of load without a restart at both ends. */
const aroundSeconds = 3;
const settings = { STOP_DELAY_SECONDS: '2' };

/** FLT-03: every process is restarted in turn, several times over, while people work. */
export const measure = (): Promise<Figure[]> =>
  withFleet(settings, async (fleet) => {
    const callers = await signedIn(fleet, await addPeople(fleet.databaseUrl, people));
    const { asked, restarts } = await duringRestarts(fleet, (seconds) =>
      askSteadily(callers, requestsOf(fleet.chartsBase), { perSecond, seconds }),
    );
    const failed = failuresIn(asked);
    for (const { path, status } of failed.slice(0, 10)) console.log(`${path} answered ${status}`);
    const how = `${asked.length} requests at ${perSecond} a second through nginx while ${restarts} processes were stopped by SIGTERM and started again, one after the other`;
    return [
      { what: 'FLT-03: requests that failed', value: failed.length, unit: 'requests', limit: 0, how },
      {
        what: 'FLT-03: 99th percentile meanwhile',
        value: quantile(
          asked.map(({ ms }) => ms),
          0.99,
        ),
        unit: 'ms',
        how,
      },
    ];
  });

/** A call of its own: the compiler believes that a property once looked at never changes. */
const isAborted = ({ signal }: AbortController) => signal.aborted;

/** Charts and pages have one process each here: what is to go on has two. */
async function duringRestarts(
  fleet: Fleet,
  ask: (seconds: number) => Promise<Answer[]>,
): Promise<{ asked: Answer[]; restarts: number }> {
  const members = [...fleet.of('api'), ...fleet.of('worker')];
  const over = new AbortController();
  let restarts = 0;
  const restarting = (async () => {
    await pause(aroundSeconds * 1000);
    for (let round = 0; round < rounds; round += 1) {
      for (const member of members) {
        await member.end('SIGTERM');
        await member.startAgain();
        restarts += 1;
      }
    }
  })().finally(() => over.abort());
  const asked: Answer[] = [];
  while (!isAborted(over)) asked.push(...(await ask(aroundSeconds)));
  await restarting;
  return { asked, restarts };
}
