import { createContext, useContext } from 'react';
import type { Citation } from '../../contract/api/runs/runs.ts';

/** The passages of one answer, and the callback that opens one. */
export type Cited = {
  readonly citations: readonly Citation[];
  readonly open: (citation: Citation, from: HTMLElement) => void;
};

/** A context, so that passages arriving late re-render the marks and not the blocks around them. */
export const CitedContext = createContext<Cited>({ citations: [], open: () => undefined });

/** Returns the passages of some numbers, undefined where there is none, and the callback that opens one. */
export function useCitations(numbers: readonly number[]): {
  readonly citations: readonly (Citation | undefined)[];
  readonly open: Cited['open'];
} {
  const { citations, open } = useContext(CitedContext);
  return { citations: numbers.map((number) => citations.find((it) => it.number === number)), open };
}
