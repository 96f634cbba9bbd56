import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Returns the colours of one theme in a style sheet, by name. */
function coloursIn(css: string, theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const found = css.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, theme === 'light' ? light : dark]));
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Returns the relative luminance of WCAG 2.2. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the background of an added or removed run of a line: `color-mix` of 6 % of its colour. */
const tinted = (colour: readonly number[], ground: readonly number[]) =>
  colour.map((value, at) => value * 0.06 + (ground[at] ?? 0) * 0.94);

describe.each(['light', 'dark'] as const)('the colours of code in the %s theme', (theme) => {
  const tokens = coloursIn(read('../../ui/tokens.css'), theme);
  const colours = coloursIn(read('./code.module.css'), theme);
  const ground = channels(tokens.get('sunken') ?? '');

  it('can be read on what code stands on (4.5 to 1)', () => {
    expect(colours.size).toBe(7);
    for (const [name, colour] of colours)
      expect([name, contrast(channels(colour), ground) >= 4.5]).toEqual([name, true]);
  });

  it('can be read where a line was added or removed', () => {
    for (const name of ['good', 'bad']) {
      const colour = channels(tokens.get(name) ?? '');
      expect([name, contrast(colour, tinted(colour, ground)) >= 4.5]).toEqual([name, true]);
    }
  });
});
