import katex from 'katex';
import 'katex/contrib/copy-tex';
import 'katex/dist/katex.min.css';
import { useLayoutEffect, useMemo, useRef } from 'react';

/**
 * The limits of KaTeX for a formula from an untrusted source: no links, pictures, classes and ids of its own (`trust`),
 * no size that covers the page, no endless macro.
 */
const limits = {
  trust: false,
  strict: false,
  maxSize: 20,
  maxExpand: 200,
  throwOnError: true,
  output: 'htmlAndMathml',
} as const;

/** The deepest nesting of groups. KaTeX takes seconds for hundreds. */
const deepest = 40;

/**
 * A formula set by KaTeX, which builds elements and no HTML; it shows its source if it cannot be set. It is set during
 * React's render, outside the page: rendering is sliced, later insertions into the page are not.
 */
export default function SetFormula({ tex, isDisplay }: { readonly tex: string; readonly isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const formula = useMemo(() => set(tex, isDisplay), [tex, isDisplay]);
  useLayoutEffect(() => place.current?.replaceChildren(formula), [formula]);
  return <span ref={place} dir="ltr" />;
}

function set(tex: string, isDisplay: boolean): HTMLElement {
  try {
    if (depthOf(tex) > deepest) throw new RangeError('The groups of a formula go too deep.');
    const formula = document.createElement('span');
    // Macros are new for each: a formula cannot change the meaning of another.
    katex.render(tex, formula, { ...limits, displayMode: isDisplay, macros: {} });
    return formula;
  } catch {
    // An invalid formula, or one that nests deeper than the stack, shows its source.
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
