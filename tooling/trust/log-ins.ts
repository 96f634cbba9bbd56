import { newCaller } from '../../e2e/harness/caller.ts';
import { addPeople } from '../../server/src/testing/many-people.ts';
import { type Figure, quantile } from '../bench/figures.ts';
import { askSteadily, failuresIn, requestsOf } from './load.ts';
import { signIn, signedIn } from './people.ts';
import { withFleet } from './with-fleet.ts';

const others = 20;
const atOnce = 50;
const rounds = 3;
const perSecond = 20;
const warmUpSeconds = 5;
const secondsOfRound = 5;

/** LOAD-03: fifty log-ins in one moment, and what everybody else notices of them. */
export const measure = (): Promise<Figure[]> =>
  withFleet({}, async (fleet) => {
    const emails = await addPeople(fleet.databaseUrl, others + atOnce * rounds);
    const callers = await signedIn(fleet, emails.slice(0, others));
    const requests = requestsOf(fleet.chartsBase);
    await askSteadily(callers, requests, { perSecond, seconds: warmUpSeconds });
    const [times, logIns]: [number[], number[]] = [[], []];
    let failed = 0;
    for (let round = 0; round < rounds; round += 1) {
      const steady = askSteadily(callers, requests, { perSecond, seconds: secondsOfRound });
      const from = others + round * atOnce;
      const statuses = emails.slice(from, from + atOnce).map(async (email) => {
        const begun = performance.now();
        const { ok } = await signIn(newCaller(fleet), email);
        logIns.push(performance.now() - begun);
        return ok;
      });
      failed += (await Promise.all(statuses)).filter((ok) => !ok).length;
      const asked = await steady;
      failed += failuresIn(asked).length;
      times.push(...asked.map(({ ms }) => ms));
    }
    const how = `${rounds} times ${atOnce} log-ins in one moment, beside ${times.length} other requests at ${perSecond} a second`;
    return [
      { what: 'LOAD-03: other requests, 99th percentile', value: quantile(times, 0.99), unit: 'ms', limit: 500, how },
      { what: 'LOAD-03: the last of fifty log-ins', value: Math.max(...logIns), unit: 'ms', how },
      { what: 'LOAD-03: requests and log-ins that failed', value: failed, unit: 'requests', limit: 0, how },
    ];
  });
