import { matchRoutes } from 'react-router-dom';
import { matchBeginning, matchScreenPath, patternsOf } from './screen-path.ts';

test('a screen serves its own path and those of its children', () => {
  expect(patternsOf({ path: '/governance', children: [':ruleId', 'retention'] })).toEqual([
    '/governance',
    '/governance/:ruleId',
    '/governance/retention',
  ]);
});

const patterns = ['/', '/governance', '/governance/:ruleId', '/dialogue/:dialogueId/share/:shareId'];
const paths = [
  '/',
  '/governance',
  '/governance/',
  '/Governance/one',
  '/governance/one/',
  '/governance/one%20two',
  '/governance/%E0%A4%A',
  '/governance/one/two',
  '/dialogue/a/share/b',
  '/dialogue//share/b',
  '/elsewhere',
];

test.each(patterns.flatMap((pattern) => paths.map((path): [string, string] => [pattern, path])))(
  '%s answers to %s as the router does',
  (pattern, path) => {
    // The router warns about undecodable values, which it takes as they are.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const [matched] = matchRoutes([{ path: pattern }], path) ?? [];
    expect(matchScreenPath(pattern, path)).toEqual(matched === undefined ? null : { ...matched.params });
  },
);

test('the place is the part of a path that the pattern names', () => {
  expect(matchBeginning('/governance', '/governance/one')).toBe('/governance');
  expect(matchBeginning('/governance/:ruleId', '/governance/one/hits')).toBe('/governance/one');
  expect(matchBeginning('/', '/')).toBe('/');
  expect(matchBeginning('/governance', '/governances')).toBeNull();
});
