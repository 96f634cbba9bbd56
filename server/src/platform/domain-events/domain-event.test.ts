import type { Trx } from '../db/database.ts';
import { domainEvent } from './domain-event.ts';

const trx = {} as Trx;

test('each subscriber is told once and in order, however often it subscribed', async () => {
  const event = domainEvent<string>();
  const told: string[] = [];
  const first = async (_: Trx, what: string) => void told.push(`first ${what}`);
  event.subscribe(first);
  event.subscribe(async (_, what) => void told.push(`second ${what}`));
  event.subscribe(first);
  await event.publish(trx, 'rated');
  expect(told).toEqual(['first rated', 'second rated']);
});

test('a failure of one reaches whoever publishes, and nobody behind it is told', async () => {
  const event = domainEvent<string>();
  const told: string[] = [];
  event.subscribe(() => Promise.reject(new Error('refused')));
  event.subscribe(async (_, what) => void told.push(what));
  await expect(event.publish(trx, 'rated')).rejects.toThrow('refused');
  expect(told).toEqual([]);
});
