import type { Condition } from '@parlance/shared/contract/api/governance/rule';
import { renderScreen } from '@parlance/shared/testing';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { ConditionFields } from './condition-fields.tsx';

/** Renders the fields of a condition within a form, and collects the changes. */
function show(begun: Condition, onRemove: (() => void) | null = null) {
  const changes: Condition[] = [];
  function Form() {
    const [condition, change] = useState(begun);
    const take = (it: Condition) => {
      changes.push(it);
      change(it);
    };
    return <ConditionFields condition={condition} number={2} onChange={take} onRemove={onRemove} />;
  }
  return { ...renderScreen(<Form />), changes };
}
const words: Condition = { kind: 'words', terms: ['owl'], whole_words: true };
const lookFor = (user: ReturnType<typeof show>['user'], kind: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: 'Looks for' }), kind);

test('words are one a line, a line that is being begun too, and none where the field is empty', async () => {
  const { user, changes } = show(words);
  const field = screen.getByRole('textbox', { name: 'Words and phrases' });
  await user.type(field, '{Enter}barn owl');
  expect(changes[0]).toEqual({ ...words, terms: ['owl', ''] });
  expect(changes.at(-1)).toEqual({ ...words, terms: ['owl', 'barn owl'] });
  await user.clear(field);
  expect(changes.at(-1)).toEqual({ ...words, terms: [] });
  await user.click(screen.getByRole('checkbox', { name: 'Whole words only' }));
  expect(changes.at(-1)).toEqual({ ...words, terms: [], whole_words: false });
});

test('a regular expression looks at no case until it is to', async () => {
  const { user, changes } = show(words);
  await lookFor(user, 'pattern');
  await user.type(screen.getByRole('textbox', { name: 'Regular expression' }), 'owl+');
  await user.click(screen.getByRole('checkbox', { name: 'Ignore case' }));
  expect([changes[0], changes.at(-1)]).toEqual([
    { kind: 'pattern', pattern: '', ignore_case: true },
    { kind: 'pattern', pattern: 'owl+', ignore_case: false },
  ]);
});

test('personal data begins with e-mail addresses; what is ticked is in the order in which it stands', async () => {
  const { user, changes } = show(words);
  await lookFor(user, 'personal');
  const tick = (name: string) =>
    user.click(within(screen.getByRole('group', { name: 'Personal data' })).getByRole('checkbox', { name }));
  expect(changes.at(-1)).toEqual({ kind: 'personal', detectors: ['email'] });
  await tick('Payment card');
  await tick('Phone number');
  expect(changes.at(-1)).toEqual({ kind: 'personal', detectors: ['email', 'phone', 'card'] });
  await tick('Email address');
  expect(changes.at(-1)).toEqual({ kind: 'personal', detectors: ['phone', 'card'] });
});

test('a length is a number of characters', async () => {
  const { user, changes } = show(words);
  await lookFor(user, 'length');
  const field = screen.getByRole('spinbutton', { name: 'More than (characters)' });
  expect(field).toHaveValue(4_000);
  await user.clear(field);
  await user.type(field, '250');
  expect(changes.at(-1)).toEqual({ kind: 'length', more_than: 250 });
});

test('languages are called as those who speak them call them', async () => {
  const { user, changes } = show(words);
  await lookFor(user, 'language');
  const group = within(screen.getByRole('group', { name: 'Allowed languages' }));
  expect(group.getByRole('checkbox', { name: 'English' })).toBeChecked();
  await user.click(group.getByRole('checkbox', { name: /^Deutsch/ }));
  expect(changes.at(-1)).toEqual({ kind: 'language', allowed: ['en', 'de'] });
  expect(new Set(group.getAllByRole('checkbox').map((it) => it.parentElement?.textContent)).size).toBe(9);
});

test('who looks at another kind and comes back finds what was typed', async () => {
  const { user, changes } = show(words);
  await lookFor(user, 'length');
  await lookFor(user, 'words');
  expect(changes.at(-1)).toEqual(words);
});

test('a condition is removed where there is another one', async () => {
  const remove = jest.fn();
  const { user, unmount } = show(words, remove);
  await user.click(screen.getByRole('button', { name: 'Remove condition 2' }));
  expect(remove).toHaveBeenCalledTimes(1);
  unmount();
  show(words);
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});
