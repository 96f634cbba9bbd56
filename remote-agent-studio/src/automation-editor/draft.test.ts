import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { curlOf } from './curl.ts';
import { blankDraft, faultsOf, moved, nameOf } from './draft.ts';
import { pathsOf, placesOf } from './event-places.ts';

const field = (name: string) => ({ name, label: name, kind: 'text' as const, options: [], is_required: false });

test.each([
  ['What is broken?', 'what_is_broken'],
  ['Où ça', 'ou_ca'],
  ['電話', 'field'],
  ['1. Name', 'name'],
  ['Mail', 'mail_2'],
])('a field that asks “%s” is called %s', (label, name) => {
  expect(nameOf(label, [field('mail')])).toBe(name);
});

test('what is missing is told by its place; two fields of one name and a choice of nothing are wrong', () => {
  expect(faultsOf(blankDraft)).toEqual({ name: 'name', bot_id: 'agent', prompt: 'prompt' });
  const trigger = {
    kind: 'form' as const,
    title: 'T',
    description: '',
    fields: [field('a'), { ...field('a'), kind: 'select' as const }],
    thanks: '',
  };
  expect(faultsOf({ ...blankDraft, trigger, actions: [{ kind: 'http', url: 'nowhere' }] })).toMatchObject({
    'trigger.fields.1.name': 'twice',
    'trigger.fields.1.options': 'options',
    'actions.0.url': 'url',
  });
});

test('an item is moved and the others keep their order', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
});

test('places of an event are those that a prompt can name', () => {
  const places = placesOf({ order: { id: 1, 'not a name': 2 }, list: [1, 2, 3, 4], empty: {} });
  expect(pathsOf(places)).toEqual(['order.id', 'list.0', 'list.1', 'list.2', 'empty']);
  expect(placesOf('text')).toEqual([]);
});

test('the script signs the bytes that it sends, whatever stands in them', () => {
  const key = Buffer.from('a key of 24 bytes, no\0!!');
  const event = `{"said":"it's $HOME \`date\` \\\\ \\"ä\\""}`;
  const script = curlOf({ url: 'http://x.example/hooks', secret: `whsec_${key.toString('base64')}`, event });
  // A function replaces curl and prints its arguments.
  const printed = execFileSync('bash', ['-euo', 'pipefail', '-c', `curl() { printf '%s\\0' "$@"; }\n${script}`])
    .toString()
    .split('\0');
  const header = (name: string) => printed.find((it) => it.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const body = printed[printed.indexOf('--data-raw') + 1];
  expect(body).toBe(event);
  expect(header('webhook-signature')).toBe(
    `v1,${createHmac('sha256', key)
      .update(`${header('webhook-id')}.${header('webhook-timestamp')}.${event}`)
      .digest('base64')}`,
  );
});
