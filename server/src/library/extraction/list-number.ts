/** The largest number that is written in letters or Roman; Word goes further, and nobody reads it. */
const writtenAtMost = 3_999;

const roman = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

/** Writes the number of a list item: in letters, in Roman, or in digits for every other kind. */
export function listNumber(number: number, kind: string): string {
  if (number < 1 || number > writtenAtMost) return String(number);
  switch (kind) {
    case 'upperLetter':
      return letters(number);
    case 'lowerLetter':
      return letters(number).toLowerCase();
    case 'upperRoman':
      return romanOf(number);
    case 'lowerRoman':
      return romanOf(number).toLowerCase();
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

/** A to Z, then AA to ZZ, as Word counts. */
const letters = (number: number) =>
  String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1);

function romanOf(number: number): string {
  let left = number;
  return roman
    .map(([value, sign]) => {
      const times = Math.floor(left / value);
      left -= times * value;
      return sign.repeat(times);
    })
    .join('');
}
