const scaleBytes = 4;
const largestByte = 127;

/** Scales a vector to length one, so that the dot product of two measures their similarity. */
export function normalizeVector(vector: readonly number[]): number[] {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? [...vector] : vector.map((value) => value / length);
}

/**
 * Packs a vector into a byte a value: the scale as float32 in little-endian order, then the values in steps of it. A
 * similarity is off by less than a hundredth, which changes the order of equals only.
 */
export function packVector(vector: readonly number[]): Buffer {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest / largestByte || 1;
  const packed = Buffer.alloc(scaleBytes + vector.length);
  packed.writeFloatLE(scale);
  for (const [at, value] of vector.entries()) packed.writeInt8(Math.round(value / scale), scaleBytes + at);
  return packed;
}

/** Returns the dot product of a packed vector and another one; 0 if their lengths differ: these cannot be compared. */
export function similarityOf(packed: Buffer, vector: readonly number[]): number {
  if (packed.length !== scaleBytes + vector.length) return 0;
  const values = new Int8Array(packed.buffer, packed.byteOffset + scaleBytes, vector.length);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (vector[at] ?? 0);
  return sum * packed.readFloatLE();
}
