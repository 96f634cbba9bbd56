import { addPeople } from '../../server/src/testing/many-people.ts';
import { type Figure, quantile } from '../bench/figures.ts';
import { askSteadily, failuresIn, requestsOf } from './load.ts';
import { signedIn } from './people.ts';
import { withFleet } from './with-fleet.ts';

const people = 200;
const perSecond = 50;
const warmUpSeconds = 10;
const seconds = 60;

/** LOAD-01: two hundred people at work. */
export const measure = (): Promise<Figure[]> =>
  withFleet({}, async (fleet) => {
    const callers = await signedIn(fleet, await addPeople(fleet.databaseUrl, people));
    const requests = requestsOf(fleet.chartsBase);
    await askSteadily(callers, requests, { perSecond, seconds: warmUpSeconds });
    const asked = await askSteadily(callers, requests, { perSecond, seconds });
    const times = asked.map(({ ms }) => ms);
    const failed = failuresIn(asked);
    for (const { path, status } of failed.slice(0, 10)) console.log(`${path} answered ${status}`);
    const how = `${asked.length} requests of ${people} signed-in members at ${perSecond} a second, two of nine of them changes, through nginx to three processes; whoever asks and PostgreSQL are on the same machine`;
    return [
      {
        what: 'LOAD-01: requests that failed',
        value: (failed.length / asked.length) * 100,
        unit: '%',
        limit: 0.1,
        how,
      },
      { what: 'LOAD-01: median', value: quantile(times, 0.5), unit: 'ms', how },
      { what: 'LOAD-01: 95th percentile', value: quantile(times, 0.95), unit: 'ms', limit: 200, how },
      { what: 'LOAD-01: 99th percentile', value: quantile(times, 0.99), unit: 'ms', limit: 500, how },
    ];
  });
