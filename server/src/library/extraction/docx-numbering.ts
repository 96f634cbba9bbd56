import { valueOf } from './docx-styles.ts';
import { listNumber } from './list-number.ts';
import { type XmlElement, childOf, elementsOf } from './xml.ts';

/** The number of levels that a list may have (ECMA-376, part 1, 17.9.6). */
const levelsAtMost = 9;

type Level = { readonly start: number; readonly kind: string; readonly text: string };
type Counters = { readonly levels: ReadonlyMap<number, Level>; readonly counts: number[] };

/** Returns a function that gives a paragraph its number or sign, as `2.` or `-`; null if it has none. */
export type NumberParagraph = (numbering: XmlElement | undefined) => string | null;

/** Reads the lists of a document (ECMA-376, part 1, 17.9). Their paragraphs have to be asked for in order. */
export function numberingFrom(roots: readonly XmlElement[]): NumberParagraph {
  const all = roots.flatMap(elementsOf);
  const lists = new Map<string, Counters>();
  for (const list of all.filter(({ name }) => name === 'abstractNum')) {
    const levels = new Map(
      elementsOf(list)
        .filter(({ name }) => name === 'lvl')
        .map((level) => [Number(level.attributes['ilvl']), levelFrom(level)]),
    );
    lists.set(list.attributes['abstractNumId'] ?? '', { levels, counts: [] });
  }
  const numbers = new Map<string, Counters>();
  for (const number of all.filter(({ name }) => name === 'num')) {
    const list = lists.get(valueOf(number, 'abstractNumId') ?? '');
    if (list === undefined) continue;
    const restarts = elementsOf(number).filter((part) => childOf(part, 'startOverride') !== undefined);
    numbers.set(number.attributes['numId'] ?? '', restarts.length === 0 ? list : restarted(list, restarts));
  }
  return (numbering) => {
    const list = numbers.get(valueOf(numbering, 'numId') ?? '');
    return list === undefined ? null : nextOf(list, Number(valueOf(numbering, 'ilvl') ?? 0));
  };
}

const levelFrom = (level: XmlElement): Level => ({
  start: Number(valueOf(level, 'start') ?? 1),
  kind: valueOf(level, 'numFmt') ?? 'decimal',
  text: valueOf(level, 'lvlText') ?? '',
});

/** A list that begins anew, with starts of its own. */
function restarted({ levels }: Counters, restarts: readonly XmlElement[]): Counters {
  const changed = new Map(levels);
  for (const restart of restarts) {
    const at = Number(restart.attributes['ilvl']);
    const level = changed.get(at);
    if (level !== undefined) changed.set(at, { ...level, start: Number(valueOf(restart, 'startOverride') ?? 1) });
  }
  return { levels: changed, counts: [] };
}

function nextOf({ levels, counts }: Counters, at: number): string | null {
  const level = levels.get(at);
  if (level === undefined || !(at >= 0 && at < levelsAtMost)) return null;
  if (level.kind === 'none') return null;
  if (level.kind === 'bullet') return '-';
  const startOf = (index: number) => levels.get(index)?.start ?? 1;
  counts[at] = (counts[at] ?? startOf(at) - 1) + 1;
  counts.length = at + 1;
  return level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    return listNumber(counts[index] ?? startOf(index), levels.get(index)?.kind ?? 'decimal');
  });
}
