import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../contract/endpoint.ts';
import { parseEvent } from './parse-data.ts';

const weather = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rain'), mm: z.number() }),
  z.object({ type: z.literal('sun') }),
]);
const reports = endpoint({
  method: 'GET',
  path: '/weather/v1/reports',
  requires: 'public',
  summary: 'The weather as it changes.',
  response: z.discriminatedUnion('type', [
    z.object({ type: z.literal('weather'), now: weather }),
    z.object({ type: z.literal('ended') }),
  ]),
  answers: 'events',
});

describe('an event', () => {
  it('is given in its own type, and not at all in one that the contract does not have', () => {
    const rain = { type: 'weather', now: { type: 'rain', mm: 3 } };
    expect(parseEvent(reports, rain)).toEqual(rain);
    expect(parseEvent(reports, { type: 'earthquake', strength: 7 })).toBeNull();
  });

  it.each([
    ['without a type', {}],
    ['whose type is no word', { type: 7 }],
    ['that is nothing', null],
    ['with something of an unknown type in it', { type: 'weather', now: { type: 'hail' } }],
    ['that lacks something', { type: 'weather', now: { type: 'rain' } }],
  ])('is refused %s', (_, data) => {
    expect(() => parseEvent(reports, data)).toThrow('GET /weather/v1/reports answered in another shape');
  });
});
