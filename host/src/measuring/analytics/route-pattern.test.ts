import { registryLine } from '../../testing/registry-lines.ts';
import { readRegistry } from '../../remotes/known/registry.ts';
import { routePattern } from './route-pattern.ts';

const { screens } = readRegistry([
  registryLine('chat', [
    { id: 'home', path: '/' },
    { id: 'dialogue', path: '/dialogue/:dialogueId' },
  ]),
  registryLine('admin', [{ id: 'governance', path: '/governance', children: [':ruleId'] }]),
]);

test.each([
  ['/', '/'],
  ['/dialogue/0198f0aa-0000-7000-8000-000000000001', '/dialogue/:dialogueId'],
  ['/governance/7', '/governance/:ruleId'],
  ['/error', '/error'],
  ['/tool-sign-in/mcp_notes_example', '/tool-sign-in/:server'],
  ['/somebody@pro.example', 'unknown'],
])('the route of %s is %s', (path, pattern) => {
  expect(routePattern(screens, path)).toBe(pattern);
});
