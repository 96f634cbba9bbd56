import { densestPart } from './densest-part.ts';

test('the part with most edges is taken, and all of a small picture', () => {
  const [width, height] = [2_000, 1_500];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 900; y < 1_300; y++) for (let x = 1_300; x < 1_800; x += 4) pixels[y * width + x] = 0;
  const part = densestPart({ width, height, pixels });
  expect([part.width, part.height]).toEqual([768, 768]);
  const count = (of: Uint8Array) => of.filter((pixel) => pixel === 0).length;
  expect(count(part.pixels)).toBe(count(pixels));
  const small = { width: 30, height: 20, pixels: new Uint8Array(600).map((_, at) => at % 256) };
  expect(densestPart(small)).toEqual(small);
});
