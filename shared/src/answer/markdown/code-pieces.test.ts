import { piecesOfCode } from './code-pieces.ts';

const block = (name: string) => `function ${name}() {\n${'  return 1;\n'.repeat(40)}}\n\n`;

describe('code in pieces', () => {
  const code = Array.from({ length: 30 }, (_, at) => block(`f${at}`)).join('');

  it('loses nothing, and cuts where something new begins', () => {
    const pieces = piecesOfCode(code);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(code);
    for (const piece of pieces) expect(piece).toMatch(/^function/);
  });

  it('cuts what has no such place at a line, and what has no lines anywhere', () => {
    for (const long of ['  indented;\n'.repeat(2000), 'x'.repeat(50_000)]) {
      const pieces = piecesOfCode(long);
      expect(pieces.join('')).toBe(long);
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(6001);
    }
  });

  it('changes no finished piece while the code grows', () => {
    let before: string[] = [];
    for (let end = 0; end <= code.length; end += 97) {
      const now = piecesOfCode(code.slice(0, end));
      expect(now.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      before = now;
    }
  });
});
