import { anchorAt, anchorIn, holdAnchor, placeOf } from './anchor.ts';

/** Builds a scrolled list of messages of given heights in parts, without a browser's layout. */
function listOf(...messages: number[][]) {
  const content = document.createElement('div');
  const scroller = Object.assign(document.createElement('main'), { scrollTop: 0 });
  const heights = new Map<Element, number>();
  for (const [at, parts] of messages.entries()) {
    const message = content.appendChild(Object.assign(document.createElement('div'), { className: 'message-slot' }));
    message.setAttribute('data-anchor', `m${at}`);
    for (const height of parts) {
      const part = message.appendChild(document.createElement('div'));
      part.setAttribute('data-anchor', '');
      heights.set(part, height);
    }
  }
  scroller.append(content);
  document.body.replaceChildren(scroller);
  const leaves = () => [...content.querySelectorAll('[data-anchor=""]')];
  Element.prototype.getBoundingClientRect = function rect(this: Element): DOMRect {
    if (this === scroller) return rectOf(100, 0);
    const own = leaves().filter((leaf) => this.contains(leaf));
    const before = leaves().slice(0, leaves().indexOf(own[0] as Element)); // every message has a part
    const sum = (elements: Element[]) => elements.reduce((total, it) => total + (heights.get(it) ?? 0), 0);
    return rectOf(100 - scroller.scrollTop + sum(before), sum(own));
  };
  return { content, scroller, heights, leaves };
}

/** The cast holds: the part of a rectangle that is read. */
const rectOf = (top: number, height: number) => ({ top, bottom: top + height }) as DOMRect;

const { getBoundingClientRect } = Element.prototype;
afterEach(() => {
  Element.prototype.getBoundingClientRect = getBoundingClientRect;
});

describe('the place one reads at', () => {
  it('is the part of the message at the upper edge', () => {
    const { content, scroller, leaves } = listOf([50], [100, 100], [50]);
    scroller.scrollTop = 180;
    expect(anchorIn(content, scroller)).toEqual({ element: leaves()[2], top: -30 });
  });

  it('stays where it is when something above gets another height, and when messages come in above', () => {
    const { content, scroller, heights, leaves } = listOf([50], [100, 100], [50]);
    scroller.scrollTop = 180;
    const anchor = anchorIn(content, scroller);
    heights.set(leaves()[0] as Element, 80); // exists by construction
    expect(anchor !== null && holdAnchor(anchor, scroller)).toBe(true);
    expect(scroller.scrollTop).toBe(210);
    heights.set(leaves()[3] as Element, 500);
    expect(anchor !== null && holdAnchor(anchor, scroller)).toBe(true);
    expect(scroller.scrollTop).toBe(210);
  });

  it('is lost where its message is gone', () => {
    const { content, scroller } = listOf([50]);
    const anchor = anchorIn(content, scroller);
    anchor?.element.closest('.message-slot')?.remove();
    expect(anchor !== null && holdAnchor(anchor, scroller)).toBe(false);
    expect(anchorIn(content, scroller)).toBeNull();
  });

  it('is found again by another document that holds the same messages', () => {
    const first = listOf([50], [100, 100], [50]);
    first.scroller.scrollTop = 180;
    const anchor = anchorIn(first.content, first.scroller);
    const place = anchor === null ? null : placeOf(anchor);
    expect(place).toEqual({ id: 'm1', part: 2, top: -30 });
    const again = listOf([70], [100, 140], [50]);
    const found = place === null ? null : anchorAt(place, again.content);
    expect(found !== null && holdAnchor(found, again.scroller)).toBe(true);
    expect(again.scroller.scrollTop).toBe(200);
    expect(anchorAt({ id: 'gone', part: 0, top: 0 }, again.content)).toBeNull();
  });
});
