import katex from 'katex';
import 'katex/dist/katex.min.css';
import { useLayoutEffect, useMemo, useRef } from 'react';

/**
 * What KaTeX may do for a formula somebody else wrote: no links, pictures, classes and ids of its own (`trust`), no
 * size that covers the page, no macro that runs on.
 */
const limits = {
  trust: false,
  strict: false,
  maxSize: 20,
  maxExpand: 200,
  throwOnError: true,
  output: 'htmlAndMathml',
} as const;

/** Groups in one another. KaTeX takes seconds for hundreds. */
const deepest = 40;

/**
 * A formula set by KaTeX, which builds elements and no HTML; where it cannot be set it stays as it was written. It is
 * set while React draws, apart from the page: drawing comes in slices, and what is put into the page afterwards does
 * not.
 */
export default function SetFormula({ tex, isDisplay }: { readonly tex: string; readonly isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const formula = useMemo(() => set(tex, isDisplay), [tex, isDisplay]);
  useLayoutEffect(() => place.current?.replaceChildren(formula), [formula]);
  return <span ref={place} />;
}

function set(tex: string, isDisplay: boolean): HTMLElement {
  try {
    if (depthOf(tex) > deepest) throw new RangeError('The groups of a formula go too deep.');
    const formula = document.createElement('span');
    // Macros are new for each: a formula cannot change what another means.
    katex.render(tex, formula, { ...limits, displayMode: isDisplay, macros: {} });
    return formula;
  } catch {
    // A formula that is wrong, or nests deeper than the stack, shows its source.
    const written = document.createElement('code');
    written.textContent = tex;
    return written;
  }
}

function depthOf(tex: string): number {
  let [depth, greatest] = [0, 0];
  for (const [mark] of tex.matchAll(/\\.|[{}]/g)) {
    if (mark === '{') greatest = Math.max(greatest, (depth += 1));
    else if (mark === '}') depth -= 1;
  }
  return greatest;
}
