import { signedInCaller } from '../../e2e/harness/caller.ts';
import { addPeople } from '../../server/src/testing/many-people.ts';
import { type Figure, quantile } from '../bench/figures.ts';
import { askSteadily, failuresIn } from './load.ts';
import { signedIn } from './people.ts';
import { withFleet } from './with-fleet.ts';

const processes = 3;
const perSecondAndProcess = 10;
/** The rate of the noisy tenant: ten times the limit of all processes together. */
const loudly = perSecondAndProcess * processes * 10;
const people = 20;
const quietly = 10;
const seconds = 15;
const warmUpSeconds = 5;

const ofNeighbour = ['/auth/v1/whoami', '/bots/v1/bots', '/dialogues/v1/dialogues'].map((path) => () => ({ path }));
const ofLoudOne = [() => ({ path: '/dialogues/v1/dialogues?limit=100' })];

/** LOAD-05: an organisation asks ten times what it may, beside another one. */
export const measure = (): Promise<Figure[]> =>
  withFleet({ ORGANIZATION_REQUESTS_A_SECOND: String(perSecondAndProcess) }, async (fleet) => {
    const loud = await signedIn(fleet, await addPeople(fleet.databaseUrl, people));
    const neighbour = [await signedInCaller(fleet, 'owner@team.example')];
    const beside = () => askSteadily(neighbour, ofNeighbour, { perSecond: quietly, seconds });
    await askSteadily(neighbour, ofNeighbour, { perSecond: quietly, seconds: warmUpSeconds });
    const alone = await beside();
    const [flood, among] = await Promise.all([askSteadily(loud, ofLoudOne, { perSecond: loudly, seconds }), beside()]);
    const served = flood.filter(({ status }) => status === 200).length;
    const others = flood.filter(({ status }) => status !== 200 && status !== 429).length;
    const [before, after] = [alone, among].map((asked) =>
      quantile(
        asked.map(({ ms }) => ms),
        0.5,
      ),
    ) as [number, number]; // two were requested
    const how = `medians of ${among.length} requests of a neighbour at ${quietly} a second, while ${flood.length} requests came at ${loudly} a second from an organisation that may ask ${perSecondAndProcess} of each of ${processes} processes; both, nginx and PostgreSQL are on the same machine`;
    return [
      {
        what: 'LOAD-05: the neighbour is slower by',
        value: Math.max(0, after / before - 1) * 100,
        unit: '%',
        limit: 20,
        how,
      },
      { what: 'LOAD-05: the neighbour alone', value: before, unit: 'ms', how },
      { what: 'LOAD-05: the neighbour beside it', value: after, unit: 'ms', how },
      {
        what: 'LOAD-05: requests of the neighbour that failed',
        value: failuresIn(among).length,
        unit: 'requests',
        limit: 0,
        how,
      },
      {
        what: 'LOAD-05: requests of the loud one that were served',
        value: served,
        unit: 'requests',
        limit: perSecondAndProcess * processes * (seconds + 2) * 1.1,
        how: 'so many a second and twice that at the beginning, with a tenth for the clock',
      },
      {
        what: 'LOAD-05: its requests that were neither served nor told to come again',
        value: others,
        unit: 'requests',
        limit: 0,
        how,
      },
    ];
  });
