import { RE2JS } from 're2js';
import { stepsAtMost, stepsOf } from './nodes.ts';
import { UnusablePattern, nodesOfPattern } from './pattern-nodes.ts';
import type { Piece, Search } from './search.ts';

/** Creates the search for a regular expression in RE2 syntax. Throws UnusablePattern with its fault. */
export function searchForPattern(source: string, { ignoreCase }: { ignoreCase: boolean }): Search {
  const pattern = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (pattern.matcher('').find()) throw new UnusablePattern('matches_nothing');
  const node = nodesOfPattern(source);
  if (stepsOf(node) > stepsAtMost) throw new UnusablePattern('repeats');
  return {
    node,
    lineEnds: 'kept',
    find(text, _folded, from, to) {
      const pieces: Piece[] = [];
      const matcher = pattern.matcher(text);
      for (let at = from; at < to && matcher.find(at);) {
        const [start, end] = [matcher.start(), matcher.end()];
        if (start >= to) break;
        if (end > start) pieces.push({ start, end });
        at = Math.max(end, start + 1);
      }
      return pieces;
    },
  };
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    throw new UnusablePattern('syntax', error instanceof Error ? error.message : String(error), { cause: error });
  }
}
