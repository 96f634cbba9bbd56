/**
 * The length of a message's header. Of PostgreSQL's wire protocol, this module reads what shows whether the database
 * can go on: each message begins with a letter and a length.
 */
const headerBytes = 5;
const letterOf = (letter: string) => letter.charCodeAt(0);
const query = letterOf('Q');
const sync = letterOf('S');
const errorResponse = letterOf('E');
const readyForQuery = letterOf('Z');
const untranslatedSeverity = 'V';

type Message = { readonly letter: number; readonly body: Buffer };

function* messagesOf(bytes: Uint8Array): Generator<Message> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + headerBytes <= all.length;) {
    const end = at + 1 + all.readUInt32BE(at + 1);
    yield { letter: all.readUInt8(at), body: all.subarray(at + headerBytes, end) };
    at = end;
  }
}

/**
 * Returns why the database cannot go on after this exchange; null if it can. After a PANIC its memory may be in no log,
 * and one that is not ready for the next request never will be: only a start, which replays the log, repairs either.
 */
export function causeOfDeath(request: Uint8Array, answer: Uint8Array): string | null {
  const isOwed = [...messagesOf(request)].some(({ letter }) => letter === query || letter === sync);
  let isReady = false;
  let said = 'It gave no answer';
  for (const { letter, body } of messagesOf(answer)) {
    isReady = letter === readyForQuery;
    if (letter !== errorResponse) continue;
    const fields = new Map(
      body
        .toString()
        .split('\0')
        .map((field) => [field.slice(0, 1), field.slice(1)]),
    );
    said = `${fields.get(untranslatedSeverity)}: ${fields.get('M')}`;
    if (fields.get(untranslatedSeverity) === 'PANIC') return said;
  }
  return isOwed && !isReady ? said : null;
}
