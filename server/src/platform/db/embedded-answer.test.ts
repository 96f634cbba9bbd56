import { causeOfDeath } from './embedded-answer.ts';

function message(letter: string, body = ''): Buffer {
  const made = Buffer.alloc(5 + Buffer.byteLength(body));
  made.write(letter);
  made.writeInt32BE(4 + Buffer.byteLength(body), 1);
  made.write(body, 5);
  return made;
}

const refusal = (severity: string) => message('E', `S${severity}\0V${severity}\0C53100\0MNo space left on device\0\0`);
const sync = Buffer.concat([message('P', '\0select 1\0\0\0'), message('B'), message('E'), message('S')]);
const query = message('Q', 'select 1\0');
const ready = message('Z', 'I');

test.each<[string, Buffer, Buffer[], string | null]>([
  ['an answer', query, [message('C', 'SELECT 1\0'), ready], null],
  ['a statement that is refused', sync, [refusal('ERROR'), ready], null],
  ['messages that ask for no answer yet', message('P', '\0select 1\0\0\0'), [], null],
  ['a PANIC', sync, [refusal('PANIC')], 'PANIC: No space left on device'],
  ['a PANIC after which it seems to go on', sync, [refusal('PANIC'), ready], 'PANIC: No space left on device'],
  ['an end after a refusal', query, [refusal('FATAL')], 'FATAL: No space left on device'],
  ['no answer', query, [], 'It gave no answer'],
  ['rows and nothing after them', sync, [message('1'), message('D')], 'It gave no answer'],
])('%s', (_, request, answer, cause) => {
  expect(causeOfDeath(request, Buffer.concat(answer))).toBe(cause);
});
