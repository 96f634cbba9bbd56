import { isUnspaced, isWhole } from './boundaries.ts';
import { foldCharacters } from './fold.ts';
import { type Node, choice, repeat, sequence, unit } from './nodes.ts';
import type { Piece, Search } from './search.ts';
import { unseenUnits } from './unseen.ts';

const isUnseenUnit = (it: number) => unseenUnits.includes(String.fromCharCode(it));
const isSpace = (it: number) => /\s/.test(String.fromCharCode(it));
const skipped: Node = repeat(unit(isUnseenUnit), 0, Infinity);
const gap: Node = repeat(
  unit((it) => isSpace(it) || isUnseenUnit(it)),
  1,
  Infinity,
);
/** What a dictionary has to see before it can part the last word. */
const restOfUnspaced: Node = repeat(
  unit((it) => isUnspaced(String.fromCharCode(it)) || (it >= 0xd800 && it <= 0xdfff)),
  0,
  Infinity,
);

/** A word or a phrase, however its accents are written, in any case and spacing. */
export function searchForTerm(term: string, { wholeWords }: { wholeWords: boolean }): Search {
  const spellings = [
    ...new Set([foldCharacters(term.trim().normalize('NFC')), foldCharacters(term.trim().normalize('NFD'))]),
  ];
  const patterns = spellings.map((spelling) => new RegExp(patternOf(spelling), 'g'));
  const node = choice(spellings.map((spelling) => nodeOf(spelling, wholeWords)));
  return {
    node,
    lineEnds: 'spaces',
    find(text, folded, from, to) {
      const pieces: Piece[] = [];
      for (const pattern of patterns) {
        pattern.lastIndex = from;
        for (let match = pattern.exec(folded); match !== null && match.index < to; match = pattern.exec(folded)) {
          const piece = { start: match.index, end: match.index + match[0].length };
          if (!wholeWords || isWhole(text, piece.start, piece.end)) pieces.push(piece);
          pattern.lastIndex = match.index + 1;
        }
      }
      return pieces;
    },
  };
}

const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Nothing in it can be tried in two ways, so it takes no more time than there is text. */
const patternOf = (spelling: string) =>
  spelling
    .split(/\s+/)
    .map((word) => [...word].map(escaped).join(`[${unseenUnits}]*`))
    .join(`[\\s${unseenUnits}]+`);

function nodeOf(spelling: string, wholeWords: boolean): Node {
  const parts = spelling.split(/\s+/).map((word) =>
    sequence(
      Array.from({ length: word.length }, (_, at) => [skipped, unit((it) => it === word.charCodeAt(at))])
        .flat()
        .slice(1),
    ),
  );
  const whole = sequence(parts.flatMap((part) => [gap, part]).slice(1));
  return wholeWords && isUnspaced([...spelling].at(-1) ?? '') ? sequence([whole, restOfUnspaced]) : whole;
}
