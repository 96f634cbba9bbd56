import type { LookupAddress } from 'node:dns';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../testing/asking.ts';
import { HostsFile } from './hosts-file.ts';
import { connectionLookup, createLookUp } from './look-up.ts';

const four = (address: string): LookupAddress => ({ address, family: 4 });
const nowhere = { addressesOf: () => [] };
const unknown = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
const silent = () => new Promise<never>(() => {});

test('the hosts file goes first, and nobody else is asked', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'parlance-hosts-')), 'hosts');
  writeFileSync(file, '# comment\n10.0.0.7  Models.Internal models # ours\nfd00::7 models.internal\nnonsense x\n');
  const lookUp = createLookUp({ hosts: new HostsFile(file), askServers: unknown, askSystem: unknown });
  const both = [four('10.0.0.7'), { address: 'fd00::7', family: 6 }];
  expect(await lookUp('models.internal')).toEqual(both);
  expect(await lookUp('MODELS.internal.')).toEqual(both);
  expect(await lookUp('models')).toEqual([four('10.0.0.7')]);
  await expect(lookUp('x')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  writeFileSync(file, '10.0.0.8 models.internal and-more\n');
  expect(await lookUp('models.internal')).toEqual([four('10.0.0.8')]);
  expect(new HostsFile('/nowhere/hosts').addressesOf('models')).toEqual([]);
});

test('then name servers, and the system for what they do not know', async () => {
  const asked: string[] = [];
  const lookUp = createLookUp({
    hosts: nowhere,
    askServers: (name) => (name === 'known.example' ? Promise.resolve([four('192.0.2.1')]) : unknown()),
    askSystem: (name) => {
      asked.push(name);
      return Promise.resolve([four('192.0.2.2')]);
    },
  });
  expect(await lookUp('known.example')).toEqual([four('192.0.2.1')]);
  expect(await lookUp('minio.storage.svc')).toEqual([four('192.0.2.2')]);
  expect(await lookUp('postgres')).toEqual([four('192.0.2.2')]);
  expect(asked).toEqual(['minio.storage.svc', 'postgres']);
});

test('dead names keep no other waiting: two ask the system, others are found meanwhile', async () => {
  const asked: string[] = [];
  const end: (() => void)[] = [];
  const lookUp = createLookUp({
    hosts: nowhere,
    askServers: (name) => (name === 'there.example' ? Promise.resolve([four('192.0.2.1')]) : unknown()),
    askSystem: (name) => {
      asked.push(name);
      return new Promise((_, reject) => end.push(() => reject(new Error('late'))));
    },
    withinMs: 150,
  });
  const dead = Array.from({ length: 40 }, (_, at) => lookUp(`dead${at % 4}.example`));
  const ended = Promise.allSettled(dead);
  expect(await lookUp('there.example')).toEqual([four('192.0.2.1')]);
  await until(() => asked.length === 2);
  for (const outcome of await ended)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEOUT' } });
  // Nobody waits for the other two any more, so the system is not asked for them.
  end.splice(0).forEach((fail) => fail());
  await expect(lookUp('dead9.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect(asked).toEqual(['dead0.example', 'dead1.example', 'dead9.example']);
});

test('name servers that are silent end in time too', async () => {
  const lookUp = createLookUp({ hosts: nowhere, askServers: silent, askSystem: silent, withinMs: 30 });
  await expect(lookUp('slow.example')).rejects.toMatchObject({
    code: 'ETIMEOUT',
    message: 'The name “slow.example” was not found within 30 ms.',
  });
});

test('the queue is bounded', async () => {
  const lookUp = createLookUp({ hosts: nowhere, askServers: unknown, askSystem: silent, withinMs: 100 });
  const outcomes = await Promise.allSettled(Array.from({ length: 203 }, (_, at) => lookUp(`name${at}`)));
  const codes = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : '',
  );
  expect(codes).toEqual([...Array.from({ length: 202 }, () => 'ETIMEOUT'), 'EAI_AGAIN']);
});

test('a connection gets one address or all, of the family that it wants', async () => {
  const asked = (options: { all?: boolean; family?: number }) =>
    new Promise((resolve) => {
      connectionLookup('localhost', options, (...told) => resolve(told));
    });
  expect(await asked({})).toEqual([null, expect.stringMatching(/^(127\.0\.0\.1|::1)$/), expect.any(Number)]);
  expect(await asked({ family: 4 })).toEqual([null, '127.0.0.1', 4]);
  expect(await asked({ all: true, family: 4 })).toEqual([null, expect.arrayContaining([four('127.0.0.1')])]);
});
