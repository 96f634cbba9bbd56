import type { Naming } from '../tools/named-addresses.ts';
import type { ToolEntry } from '../tools/toolbox.ts';
import { wayOf } from './way-of-call.ts';

const naming: Naming = {
  texts: ['Read https://example.com/page#part'],
  results: [],
  instructions: 'Look things up on docs.example.com.',
  pages: [],
};
const of = (kind: ToolEntry['kind'], permission: ToolEntry['permission'] = 'always') =>
  ({ kind, permission, described: { parameters: {} } }) as unknown as ToolEntry; // the fields that are read
const way = (entry: ToolEntry, url: string) => wayOf(entry, JSON.stringify({ url }), () => Promise.resolve(naming));
const asks = { asks: true, because: 'address' };

test.each([
  ['https://example.com/page', { asks: false, bounds: null }],
  ['https://example.com/page#part', { asks: false, bounds: null }],
  ['https://example.com/page?d=1', asks],
  // A part chosen by the model must not lead on to another host.
  ['https://docs.example.com/any?q=1', { asks: false, bounds: 'host' }],
  ['not an address', asks],
])('the page reader that is to go to %s: %j', async (url, expected) =>
  expect(await way(of('web-page'), url)).toEqual(expected),
);

test.each([
  ['https://example.com/page', { asks: false, bounds: null }],
  // A page opened in a browser can read its fragment.
  ['https://example.com/page#SECRET', asks],
  // Redirects of other tools are not visible here.
  ['https://docs.example.com/any?q=1', asks],
  ['example.org', asks],
])('another tool that is to go to %s: %j', async (url, expected) =>
  expect(await way(of('mcp'), url)).toEqual(expected),
);

test('a call without an address is made, and nothing is read for it; one that asks says nothing of addresses', async () => {
  const readNaming = () => Promise.reject(new Error('Nothing was to be read.'));
  expect(await wayOf(of('calculator'), '{"expression":"6 * 7"}', readNaming)).toEqual({ asks: false, bounds: null });
  expect(await wayOf(of('mcp', 'ask'), '{"url":"https://example.org/"}', readNaming)).toEqual({
    asks: true,
    because: null,
  });
});
