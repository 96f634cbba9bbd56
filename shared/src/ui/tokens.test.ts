import { readFileSync } from 'node:fs';
import { colours } from './tokens.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const inStyleSheet = (name: string): string[] =>
  new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)?.slice(1) ?? [];
const kebab = (name: string) => name.replace(/([A-Z]|\d)/g, (part) => `-${part.toLowerCase()}`);

/** Returns the relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('antd gets the colours of the style sheet', () => {
  for (const name of Object.keys(colours.light) as (keyof typeof colours.light)[]) {
    // The cast holds: the keys of an object of ours.
    expect([name, ...inStyleSheet(kebab(name))]).toEqual([name, colours.light[name], colours.dark[name]]);
  }
});

test('every ink is readable on every surface, in both schemes (WCAG 2.2 AA)', () => {
  for (const [scheme, colour] of Object.entries(colours)) {
    for (const ink of ['ink', 'ink2', 'ink3', 'accent', 'good', 'warn', 'bad'] as const) {
      for (const surface of ['paper', 'raised', 'sunken'] as const) {
        expect([scheme, ink, surface, contrast(colour[ink], colour[surface]) >= 4.5]).toEqual([
          scheme,
          ink,
          surface,
          true,
        ]);
      }
    }
    expect(contrast(colour.accentInk, colour.accent)).toBeGreaterThanOrEqual(4.5);
  }
});
