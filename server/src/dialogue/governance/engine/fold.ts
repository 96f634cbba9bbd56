/**
 * The folding table of UTF-16 code units: lower case, narrow letters and digits for full-width ones, one kind of space.
 */
const table = new Uint16Array(0x10000);
for (let unit = 0; unit < table.length; unit++) table[unit] = foldUnit(unit);

/** The units folded to each one, if there are more than itself. */
const unfolded = new Map<number, number[]>();
for (let unit = 0; unit < table.length; unit++) {
  const to = table[unit] ?? unit;
  if (to === unit) continue;
  const known = unfolded.get(to);
  if (known === undefined) unfolded.set(to, [to, unit]);
  else known.push(unit);
}

function foldUnit(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return unit;
  if (unit === 0xa0 || unit === 0x2007 || unit === 0x202f || unit === 0x3000) return 0x20;
  const narrow = unit >= 0xff01 && unit <= 0xff5e ? unit - 0xfee0 : unit;
  // The Greek sigma at the end of a word is the same letter.
  if (narrow === 0x3c2) return 0x3c3;
  const lower = String.fromCharCode(narrow).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : narrow;
}

export const foldedUnit = (unit: number): number => table[unit] ?? unit;

/** Returns every unit that folds to this one. */
export const unitsFoldedTo = (unit: number): readonly number[] => unfolded.get(unit) ?? [unit];

/** Folds a text unit by unit, so that positions stay the same. */
export function foldCharacters(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at++) folded += String.fromCharCode(foldedUnit(text.charCodeAt(at)));
  return folded;
}
