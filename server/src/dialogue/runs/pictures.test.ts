import { PictureRoom } from './pictures.ts';

const sized = (bytes: number) => ({ mediaType: 'image/png', bytes: Buffer.alloc(bytes) });

test('there is room for ten pictures and 30 MB, and none behind the first that does not fit', () => {
  const many = new PictureRoom();
  expect(many.take(Array.from({ length: 7 }, () => sized(1)))).toHaveLength(7);
  expect(many.take(Array.from({ length: 7 }, () => sized(1)))).toHaveLength(3);
  expect(many.take([sized(1)])).toEqual([]);
  const large = new PictureRoom();
  expect(large.take([sized(20_000_000), sized(11_000_000), sized(1)])).toHaveLength(1);
  expect(large.take([sized(1)])).toEqual([]);
});
