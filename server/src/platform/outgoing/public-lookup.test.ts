import { type Socket, createSocket } from 'node:dgram';
import { OutgoingFailure } from './outgoing-failure.ts';
import { createOutgoing } from './outgoing.ts';
import { lookUpPublic } from './public-lookup.ts';

let silent: Socket;
let answering: Socket;
const portOf = (socket: Socket) => `127.0.0.1:${socket.address().port}`;
/** Answers as a name server that knows one name, with an IPv4 address. */
const answer = (query: Buffer) => {
  const isFour = query.readUInt16BE(query.length - 4 - (query.readUInt16BE(10) > 0 ? 11 : 0)) === 1;
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isFour ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
  return Buffer.concat([head, question, ...(isFour ? [record] : [])]);
};
const bound = (socket: Socket) => new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
beforeAll(async () => {
  silent = createSocket('udp4');
  answering = createSocket('udp4');
  answering.on('message', (query, { port, address }) => answering.send(answer(query), port, address));
  await Promise.all([bound(silent), bound(answering)]);
});
afterAll(() => {
  silent.close();
  answering.close();
});

test('a name whose server is silent is given up in time', async () => {
  await expect(lookUpPublic('slow.example', { servers: [portOf(silent)], timeoutMs: 200 })).rejects.toThrow(
    /ETIMEOUT|ECANCELLED/,
  );
});

test('many of them keep no other name waiting', async () => {
  const slow = Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      lookUpPublic(`slow${at}.example`, { servers: [portOf(silent)], timeoutMs: 2_000 }),
    ),
  );
  let areSlowOver = false;
  void slow.then(() => (areSlowOver = true));
  expect(await lookUpPublic('there.example', { servers: [portOf(answering)] })).toEqual([
    { address: '93.184.216.34', family: 4 },
  ]);
  expect(areSlowOver).toBe(false);
  await slow;
});

test('a name that no server answers for is an address that cannot be reached', async () => {
  const outgoing = createOutgoing({
    allowedHosts: [],
    lookup: (name) => lookUpPublic(name, { servers: [portOf(silent)], timeoutMs: 200 }),
  });
  await expect(outgoing.get('http://slow.example/')).rejects.toMatchObject({ apiCode: 'address_unreachable' });
  await outgoing.close();
});

test.each(['ENOTFOUND', 'ETIMEOUT', 'ECANCELLED', 'ESERVFAIL'])('%s of a lookup is the name’s', (code) => {
  const failure = new OutgoingFailure(
    'address_unreachable',
    'It could not be read.',
    Object.assign(new Error('lookup'), { code }),
  );
  expect(failure.details.issues).toEqual([{ path: 'unreachable', message: 'name' }]);
});
