import { isAtEnd, readsEndAfter } from './scroll-parent.ts';

const scrolled = (scrollTop: number, scrollHeight = 2000) => ({ scrollTop, scrollHeight, clientHeight: 800 });

describe('the place one reads at', () => {
  it('is the end when less than two lines are below', () => {
    expect(isAtEnd(scrolled(1200))).toBe(true);
    expect(isAtEnd(scrolled(1160))).toBe(true);
    expect(isAtEnd(scrolled(1100))).toBe(false);
  });

  it('stays the end when the text grows before one hears of the scroll', () => {
    expect(readsEndAfter(true, 1000, scrolled(1200, 2600))).toBe(true);
  });

  it('is left by going up, and only by that', () => {
    expect(readsEndAfter(true, 1200, scrolled(1000))).toBe(false);
    expect(readsEndAfter(true, 1200, scrolled(1190))).toBe(true);
  });

  it('is reached again by going down to it', () => {
    expect(readsEndAfter(false, 900, scrolled(1000))).toBe(false);
    expect(readsEndAfter(false, 1000, scrolled(1190))).toBe(true);
  });
});
