import { nothingSelected, stillListed, toggleSelection } from './selection.ts';

const rows = ['a', 'b', 'c', 'd'];

describe('selecting rows', () => {
  it('takes one in, and out again', () => {
    const one = toggleSelection(nothingSelected, 'b', rows, false);
    expect(stillListed(one, rows)).toEqual(['b']);
    expect(stillListed(toggleSelection(one, 'b', rows, false), rows)).toEqual([]);
  });

  it.each([
    ['d', ['b', 'c', 'd']],
    ['a', ['a', 'b']],
  ])('takes a range in, down and up: to %s', (to, expected) => {
    const one = toggleSelection(nothingSelected, 'b', rows, false);
    expect(stillListed(toggleSelection(one, to, rows, true), rows)).toEqual(expected);
  });

  it('takes in the one alone where the other end of the range is gone', () => {
    const gone = toggleSelection(nothingSelected, 'x', [...rows, 'x'], false);
    expect(stillListed(toggleSelection(gone, 'c', rows, true), rows)).toEqual(['c']);
  });
});
