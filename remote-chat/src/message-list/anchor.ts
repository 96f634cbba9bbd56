/**
 * The anchor of the reading position at the upper edge of the viewport: the element and its distance below the edge, in
 * pixels. Candidates carry `data-anchor`: each message with its id, and within it the parts of a long text.
 */
export type Anchor = { readonly element: Element; readonly top: number };

/** An anchor that can be found again on another day: the part (0: none) of a message. */
export type ReadPlace = { readonly id: string; readonly part: number; readonly top: number };

/** Returns the messages of a list, in order, without their parts. */
const messagesIn = (content: Element): HTMLCollectionOf<Element> => content.getElementsByClassName('message-slot');
const partsIn = (message: Element): NodeListOf<Element> => message.querySelectorAll('[data-anchor=""]');

const edgeOf = (scroller: Element): number =>
  scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top;

/**
 * Returns the first of some elements, in order from above, whose end is below a height; by binary search, for there may
 * be thousands.
 */
function firstBelow(elements: ArrayLike<Element>, height: number): Element | null {
  let [from, to] = [0, elements.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > height) to = middle;
    else from = middle + 1;
  }
  return elements[from] ?? null;
}

/** Returns the present anchor, or null if there is nothing. */
export function anchorIn(content: Element, scroller: Element): Anchor | null {
  const edge = edgeOf(scroller);
  const message = firstBelow(messagesIn(content), edge);
  if (message === null) return null;
  const element = firstBelow(partsIn(message), edge) ?? message;
  return { element, top: element.getBoundingClientRect().top - edge };
}

/** Returns the focused field, if it is within this content: the name of a dialogue, a prompt that is edited. */
export function fieldIn(content: Element, scroller: Element): Anchor | null {
  const field = document.activeElement;
  if (field === null || !content.contains(field) || !field.matches('input, textarea')) return null;
  return { element: field, top: field.getBoundingClientRect().top - edgeOf(scroller) };
}

/** Scrolls an anchor back to its position. Returns whether it still exists. */
export function holdAnchor({ element, top }: Anchor, scroller: Element): boolean {
  if (!element.isConnected) return false;
  const moved = element.getBoundingClientRect().top - edgeOf(scroller) - top;
  // Less than a pixel is rounding, and would creep.
  if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
  return true;
}

export function placeOf({ element, top }: Anchor): ReadPlace | null {
  const message = element.closest('.message-slot');
  const id = message?.getAttribute('data-anchor') ?? null;
  if (message === null || id === null) return null;
  return { id, part: [...partsIn(message)].indexOf(element) + 1, top };
}

export function anchorAt({ id, part, top }: ReadPlace, content: Element): Anchor | null {
  const message = [...messagesIn(content)].find((it) => it.getAttribute('data-anchor') === id);
  const element = part === 0 ? message : ((message === undefined ? undefined : partsIn(message)[part - 1]) ?? message);
  return element === undefined ? null : { element, top };
}
