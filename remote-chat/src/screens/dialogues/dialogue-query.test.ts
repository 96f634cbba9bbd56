import { readQuery, writeQuery } from './dialogue-query.ts';

const id = '0198f0aa-0001-7000-8000-000000000001';
const read = (address: string) => readQuery(new URLSearchParams(address));

describe('the list of dialogues in the address', () => {
  it('is all of one’s own where nothing is said', () => {
    expect(read('')).toEqual({ view: 'own', q: '', folder: null, bot: null });
    expect(writeQuery({})).toBe('');
  });

  it.each([`?view=archived&bot=${id}`, '?view=shared', `?folder=${id}&bot=${id}`, '?folder=none', '?q=annual+leave'])(
    '%s is read and written alike',
    (address) => {
      expect(writeQuery(read(address))).toBe(address);
    },
  );

  it('does not ask the server for what cannot be', () => {
    expect(read('?view=all&folder=../x&bot=1')).toEqual(read(''));
    expect(read(`?q=${'a'.repeat(300)}`).q).toHaveLength(200);
  });
});
