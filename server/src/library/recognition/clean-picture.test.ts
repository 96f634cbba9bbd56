import { cleanPicture } from './clean-picture.ts';
import type { GreyPicture } from './page-picture.ts';

const [width, height] = [300, 200];
/** A white picture with dark rectangles: left, top, width, height. */
function drawn(...rectangles: readonly (readonly [number, number, number, number])[]): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, across, down] of rectangles)
    for (let y = top; y < top + down; y++) pixels.fill(0, y * width + left, y * width + left + across);
  return { width, height, pixels };
}
const dark = ({ pixels }: GreyPicture) => pixels.filter((pixel) => pixel < 128).length;

test('rules go, across and down, but for the spot where they cross', () => {
  expect(dark(cleanPicture(drawn([20, 50, 200, 3])))).toBe(0);
  expect(dark(cleanPicture(drawn([20, 20, 2, 150])))).toBe(0);
  expect(dark(cleanPicture(drawn([20, 50, 200, 3], [20, 20, 2, 150])))).toBe(3 * 2);
});

test('letters stay, those that stand on a rule too, and so do surfaces', () => {
  expect(dark(cleanPicture(drawn([20, 50, 90, 3], [40, 20, 5, 60])))).toBe(
    dark(drawn([20, 50, 90, 3], [40, 20, 5, 60])),
  );
  const onRule = cleanPicture(drawn([20, 50, 200, 3], [60, 20, 10, 60]));
  expect(onRule.pixels[30 * width + 65]).toBe(0);
  expect(onRule.pixels[51 * width + 65]).toBe(0);
  expect(onRule.pixels[51 * width + 150]).toBe(255);
  expect(dark(cleanPicture(drawn([20, 50, 200, 60])))).toBe(200 * 60);
});

test('white on black becomes black on white', () => {
  const light = drawn([0, 0, width, height]);
  light.pixels.fill(255, 10 * width + 20, 10 * width + 40);
  expect(dark(cleanPicture(light))).toBe(20);
});
