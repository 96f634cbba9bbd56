import { nothingSelected, stillListed, toggled } from './selection.ts';

const rows = ['a', 'b', 'c', 'd'];

describe('selecting rows', () => {
  it('takes one in, and out again', () => {
    const one = toggled(nothingSelected, 'b', rows, false);
    expect(stillListed(one, rows)).toEqual(['b']);
    expect(stillListed(toggled(one, 'b', rows, false), rows)).toEqual([]);
  });

  it.each([
    ['d', ['b', 'c', 'd']],
    ['a', ['a', 'b']],
  ])('takes a range in, down and up: to %s', (to, expected) => {
    const one = toggled(nothingSelected, 'b', rows, false);
    expect(stillListed(toggled(one, to, rows, true), rows)).toEqual(expected);
  });

  it('takes in the one alone where the other end of the range is gone', () => {
    const gone = toggled(nothingSelected, 'x', [...rows, 'x'], false);
    expect(stillListed(toggled(gone, 'c', rows, true), rows)).toEqual(['c']);
  });
});
