/** Scripts without spaces between words. */
const spaceless = String.raw`[\p{sc=Han}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]`;
const spaceBetween = new RegExp(String.raw`(?<=${spaceless})\s+(?=${spaceless})`, 'gu');

/** Returns the Levenshtein distance of two texts as a part of the second’s length. Line ends count as spaces. */
export function errorRateOf(read: string, written: string): number {
  const [one, other] = [read, written].map((text) => [...text.replace(spaceBetween, '').replace(/\s+/gu, ' ').trim()]);
  if (one === undefined || other === undefined) return 1;
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, sign] of one.entries()) {
    const row = [at + 1];
    for (const [column, wanted] of other.entries())
      row.push(
        Math.min(
          (before[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
          (before[column] ?? 0) + (sign === wanted ? 0 : 1),
        ),
      );
    before = row;
  }
  return (before.at(-1) ?? 0) / Math.max(1, other.length);
}
