import { AnswerUnusable } from '../answer-unusable.ts';
import { BodyPieces } from './body-pieces.ts';

const frame = (length: number) => {
  const bytes = Buffer.alloc(length, 1);
  bytes.writeUInt32BE(length);
  return bytes;
};
const framed = () => new BodyPieces('application/vnd.amazon.eventstream');
const lines = () => new BodyPieces('text/event-stream; charset=utf-8');
const megabyte = Buffer.alloc(1_000_000, 'a');

test.each([1, 2, 3, 5, 16, 17, 1_000])('frames are handed on whole, in pieces of %i bytes', (size) => {
  const all = Buffer.concat([frame(16), frame(40), frame(4), frame(300), frame(50).subarray(0, 49)]);
  const pieces = framed();
  const taken: Buffer[] = [];
  for (let at = 0; at < all.length; at += size) {
    taken.push(pieces.take(all.subarray(at, at + size)));
    // What was handed on ends with a frame.
    expect([0, 16, 56, 60, 360]).toContain(Buffer.concat(taken).length);
  }
  expect(Buffer.concat(taken)).toEqual(all.subarray(0, 360));
});

test('a frame of many pieces is put together once', () => {
  const pieces = framed();
  const concat = jest.spyOn(Buffer, 'concat');
  const whole = frame(16_000_000);
  for (let at = 0; at < whole.length; at += 1_000) pieces.take(whole.subarray(at, at + 1_000));
  const times = concat.mock.calls.length;
  concat.mockRestore();
  expect(times).toBeLessThan(4);
});

test.each([
  ['longer than any message', 0x7f_00_00_00],
  ['shorter than its own length', 3],
])('a frame that says to be %s is none', (_, length) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  expect(() => framed().take(head)).toThrow(AnswerUnusable);
});

test('a line without an end is given up after a megabyte', () => {
  const pieces = lines();
  expect(pieces.take(megabyte)).toBe(megabyte);
  expect(() => pieces.take(Buffer.from('a'))).toThrow(AnswerUnusable);
});

test.each(['\n', '\r', '\r\n'])('lines that end, by %j, are taken', (end) => {
  const pieces = lines();
  for (let count = 0; count < 10; count++) {
    pieces.take(megabyte.subarray(0, 900_000));
    pieces.take(Buffer.from(`${end}data: `));
  }
});

test('an answer without an end is given up after 64 megabytes', () => {
  const pieces = lines();
  const piece = Buffer.alloc(1_000_000, '\n');
  for (let count = 0; count < 64; count++) pieces.take(piece);
  expect(() => pieces.take(Buffer.from('\n'))).toThrow(AnswerUnusable);
});
