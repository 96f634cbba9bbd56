/**
 * UTF-16 code units as they are compared: in lower case, full-width letters and digits as their narrow ones, every
 * space a space.
 */
const table = new Uint16Array(0x10000);
for (let unit = 0; unit < table.length; unit++) table[unit] = foldUnit(unit);

/** The units that are folded to one, where there are more of them than itself. */
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

/** Every unit that is compared as this one. */
export const unitsFoldedTo = (unit: number): readonly number[] => unfolded.get(unit) ?? [unit];

/** The text as it is compared. Unit by unit: a place in it is the same place in the text. */
export function foldCharacters(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at++) folded += String.fromCharCode(foldedUnit(text.charCodeAt(at)));
  return folded;
}
