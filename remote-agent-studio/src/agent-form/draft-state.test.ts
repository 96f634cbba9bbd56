import { agentOf, definition } from '../testing/agents.ts';
import { beginDraft, changeDraft, hasUnsaved } from './draft-state.ts';

const typed = changeDraft(beginDraft(agentOf(1)), { type: 'change', part: { instructions: 'Mine' } });
const theirs = agentOf(1, { revision: 4, definition: definition({ instructions: 'Theirs' }) });

test('what is typed is unsaved until the server has it', () => {
  expect(hasUnsaved(beginDraft(agentOf(1)))).toBe(false);
  expect(hasUnsaved(typed)).toBe(true);
  expect(hasUnsaved(changeDraft(typed, { type: 'saved', definition: typed.definition, revision: 2 }))).toBe(false);
});

test('what is typed while it is saved stays unsaved', () => {
  const further = changeDraft(typed, { type: 'change', part: { instructions: 'Mine, and more' } });
  const saved = changeDraft(further, { type: 'saved', definition: typed.definition, revision: 2 });
  expect([hasUnsaved(saved), saved.definition.instructions, saved.revision]).toEqual([true, 'Mine, and more', 2]);
});

test('a failure and a conflict keep what was typed', () => {
  for (const state of [
    changeDraft(typed, { type: 'failed', failure: new Error('down') }),
    changeDraft(typed, { type: 'conflict', theirs }),
  ]) {
    expect(state.definition.instructions).toBe('Mine');
  }
});

test('in a conflict one goes on with one’s own on top of theirs, or with theirs', () => {
  const conflict = changeDraft(typed, { type: 'conflict', theirs });
  const mine = changeDraft(conflict, { type: 'keep-mine' });
  expect([mine.definition.instructions, mine.revision, hasUnsaved(mine), mine.theirs]).toEqual(['Mine', 4, true, null]);
  const taken = changeDraft(conflict, { type: 'accept-theirs' });
  expect([taken.definition.instructions, taken.revision, hasUnsaved(taken)]).toEqual(['Theirs', 4, false]);
});

test('an older answer of the server does not take the place of a newer draft', () => {
  const newer = changeDraft(typed, { type: 'saved', definition: typed.definition, revision: 9 });
  expect(changeDraft(newer, { type: 'adopt', agent: theirs })).toBe(newer);
});
