/**
 * Codes of vectors: 1,024 signs of random projections (Charikar, “Similarity estimation techniques from rounding
 * algorithms”, 2002). The number of signs in which two codes differ grows with the angle between their vectors, so that
 * a database finds the nearest by `bit_count` alone; the vectors themselves then put these in order. The projections
 * are three rounds of random signs and a Walsh–Hadamard transform (Andoni et al., “Practical and optimal LSH for
 * angular distance”, 2015), which need no matrix and d log d steps.
 */

/** The length of a code, whatever the length of the vector. A stored code depends on it: changing it is a migration. */
export const codeBits = 1024;
const rounds = 3;
/** Shorter vectors are padded: few values mix badly. */
const widthAtLeast = 256;

/** Returns the code of a vector of any length as an external `bit(1024)` of PostgreSQL, in hexadecimal digits. */
export function codeOf(vector: readonly number[]): string {
  let width = widthAtLeast;
  while (width < vector.length) width *= 2;
  let digits = '';
  for (let block = 0; digits.length * 4 < codeBits; block++) {
    const projected = project(vector, width, block);
    for (let at = 0; at < Math.min(width, codeBits); at += 4) {
      let digit = 0;
      for (let bit = 0; bit < 4; bit++) digit = digit * 2 + ((projected[at + bit] ?? 0) > 0 ? 1 : 0);
      digits += digit.toString(16);
    }
  }
  return `X${digits}`;
}

function project(vector: readonly number[], width: number, block: number): Float64Array {
  const values = new Float64Array(width);
  values.set(vector);
  for (let round = 0; round < rounds; round++) {
    const seed = mix(block * rounds + round + 1);
    for (let at = 0; at < width; at++) if ((mix(seed ^ at) & 1) === 1) values[at] = -(values[at] ?? 0);
    transform(values);
  }
  return values;
}

/** Mixes the bits of a number of 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The fast Walsh–Hadamard transform, in place; the length is a power of two. */
function transform(values: Float64Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let from = 0; from < values.length; from += half * 2) {
      for (let at = from; at < from + half; at++) {
        const [one, other] = [values[at] ?? 0, values[at + half] ?? 0];
        values[at] = one + other;
        values[at + half] = one - other;
      }
    }
  }
}
