import {
  everyFile,
  isNarrowed,
  openedIn,
  readDialogueFileQuery,
  readQuery,
  searchMaxLength,
  viewOf,
  writeDialogueFileQuery,
  writeQuery,
} from './file-query.ts';

const id = '00000000-0000-4000-8000-000000000001';
const params = (address: string) => new URLSearchParams(address);
const addressOf = (written: Record<string, string>) => new URLSearchParams(written).toString();

test('an address without a question asks for every file by name, and is written as nothing', () => {
  expect(readQuery(params(''))).toEqual(everyFile);
  expect(writeQuery(everyFile)).toEqual({});
});

test.each([
  'q=travel+costs',
  'order=size&direction=desc',
  'direction=desc',
  'kind=web-page',
  'folder=none',
  `folder=${id}`,
  'state=failed',
  'type=picture',
  `owner=${id}`,
  'use=unused',
  'size=1000000',
  `q=a&order=changed&direction=desc&owner=${id}&size=100000&kind=file&folder=none&state=ready&type=pdf&use=used`,
])('what is read from “%s” is written as it', (address) =>
  expect(addressOf(writeQuery(readQuery(params(address))))).toBe(address),
);

test.each([
  ['an order and a direction that there are not', 'order=owner&direction=up'],
  ['kinds, states, types and uses that there are not', 'kind=folder&state=lost&type=film&use=often'],
  ['what is no id', 'folder=Trips&owner=Mei'],
  ['sizes that are not offered', 'size=1'],
])('%s ask for nothing', (_, address) => expect(readQuery(params(address))).toEqual(everyFile));

test('words are asked for no longer than the server takes them', () =>
  expect(readQuery(params(`q=${'a'.repeat(searchMaxLength + 1)}`)).q).toHaveLength(searchMaxLength));

test.each([
  ['', false],
  ['folder=none', false],
  ['order=size&direction=desc', false],
  ['q=a', true],
  ['kind=text', true],
  ['state=failed', true],
  ['type=pdf', true],
  [`owner=${id}`, true],
  ['use=used', true],
  ['size=100000', true],
])('“%s” narrows more than a folder does: %s', (address, narrows) =>
  expect(isNarrowed(readQuery(params(address)))).toBe(narrows),
);

test('a part of the files and an open file are those of the address, where there are such', () => {
  expect(['view=deleted', 'view=trash', ''].map((it) => viewOf(params(it)))).toEqual([
    'deleted',
    'knowledge',
    'knowledge',
  ]);
  expect([`file=${id}`, 'file=none', ''].map((it) => openedIn(params(it)))).toEqual([id, null, null]);
});

test('files of dialogues come newest first; what is other than that stands in the address', () => {
  expect(readDialogueFileQuery(params('view=dialogues'))).toEqual({ order: 'created', direction: 'desc' });
  for (const address of ['', 'order=size', 'direction=asc', 'type=pdf&state=failed&size=10000000']) {
    const written = addressOf(writeDialogueFileQuery(readDialogueFileQuery(params(address))));
    expect(written).toBe(['view=dialogues', address].filter((it) => it !== '').join('&'));
  }
  expect(readDialogueFileQuery(params('order=name&type=film&state=indexing&size=5'))).toEqual({
    order: 'created',
    direction: 'desc',
  });
});
