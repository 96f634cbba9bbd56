import { codeBits, codeOf } from './vector-code.ts';

/** A generator of the same normally distributed numbers each time (Box–Muller over a linear congruence). */
function numbers(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
const vectorOf = (length: number, next: () => number) => Array.from({ length }, next);
const wordsOf = (code: string) =>
  code
    .slice(1)
    .match(/.{8}/g)
    ?.map((word) => Number.parseInt(word, 16)) ?? [];
const bitsOf = (word: number) => word.toString(2).replaceAll('0', '').length;
const distanceOf = (one: string, other: string) => {
  const others = wordsOf(other);
  return wordsOf(one).reduce((sum, word, at) => sum + bitsOf((word ^ (others[at] ?? 0)) >>> 0), 0);
};
const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

test.each([1, 12, 256, 384, 768, 1536, 3072, 5000])('vectors of %d values have codes of one length', (length) => {
  expect(codeOf(vectorOf(length, numbers(1)))).toMatch(new RegExp(`^X[0-9a-f]{${codeBits / 4}}$`));
});

test('codes are those that were stored', () => {
  const vector = Array.from({ length: 1536 }, (_, at) => Math.sin(at));
  expect(codeOf(vector).slice(0, 33)).toBe('Xcddf29c84db2a303c61e6205de335379');
  expect(codeOf(vector.slice(0, 100)).slice(-32)).toBe('8056a601d34818d37e7ab290b4834097');
  expect(codeOf([])).toBe(`X${'0'.repeat(codeBits / 4)}`);
});

test.each([384, 1536])('of %d values, codes differ by the angle', (length) => {
  const next = numbers(2);
  for (let angle = 0; angle <= 180; angle += 30) {
    const one = vectorOf(length, next);
    const across = vectorOf(length, next);
    const along = dot(across, one) / dot(one, one);
    const right = across.map((value, at) => value - along * (one[at] ?? 0));
    const scale = Math.sqrt(dot(one, one) / dot(right, right));
    const turn = (angle / 180) * Math.PI;
    const other = one.map((value, at) => Math.cos(turn) * value + Math.sin(turn) * scale * (right[at] ?? 0));
    const share = distanceOf(codeOf(one), codeOf(other)) / codeBits;
    // Four standard deviations of 1,024 independent signs.
    expect(Math.abs(share - angle / 180)).toBeLessThanOrEqual(4 * Math.sqrt(0.25 / codeBits));
  }
});

test('a change of length changes nothing, the opposite everything', () => {
  const vector = vectorOf(384, numbers(3));
  expect(distanceOf(codeOf(vector), codeOf(vector.map((value) => value * 1e-6)))).toBe(0);
  expect(distanceOf(codeOf(vector), codeOf(vector.map((value) => -value)))).toBe(codeBits);
});

/**
 * Subjects with a direction in common, as the vectors of models have: any two are alike by half. Texts on one subject
 * are nearer to each other.
 */
test('the nearest by their vectors are among the nearest by their codes', () => {
  const [length, passages, subjects, questions] = [384, 1_000, 50, 20];
  const next = numbers(4);
  const common = vectorOf(length, next);
  const centres = Array.from({ length: subjects }, () => vectorOf(length, next));
  const text = (subject: number) =>
    common.map((value, at) => value + 0.8 * (centres[subject]?.[at] ?? 0) + 0.5 * next());
  const unit = (vector: readonly number[]) => vector.map((value) => value / Math.sqrt(dot(vector, vector)));
  const stored = Array.from({ length: passages }, (_, at) => unit(text(at % subjects)));
  const codes = stored.map(codeOf);
  const best = (scores: readonly number[], count: number) =>
    scores
      .map((score, at) => ({ score, at }))
      .sort((one, other) => other.score - one.score)
      .slice(0, count)
      .map(({ at }) => at);
  let found = 0;
  for (let asked = 0; asked < questions; asked++) {
    const question = unit(text(asked));
    const code = codeOf(question);
    const nearest = best(
      stored.map((vector) => dot(vector, question)),
      8,
    );
    const candidates = new Set(
      best(
        codes.map((other) => -distanceOf(code, other)),
        40,
      ),
    );
    found += nearest.filter((at) => candidates.has(at)).length;
  }
  const recall = found / (questions * 8);
  console.info(`recall@8 of codes among ${passages} vectors: ${recall.toFixed(3)} (N = ${questions})`);
  expect(recall).toBeGreaterThanOrEqual(0.99);
});
