import type { PromptVariable } from '@parlance/shared/contract/agents/prompt-template';
import { blankDraft, contentOf, draftOf, faultsOfDraft, withText, withVariable } from './draft.ts';

const names = ({ definition }: typeof blankDraft) => definition.variables.map(({ name }) => name);
const written = (body: string) => withText(blankDraft, 'body', 'en', body);

describe('a draft', () => {
  it('has a variable for each name in the prompt, in whichever language, and none for the system’s', () => {
    const draft = withText(written('{{one}} {{user}} {{one}}'), 'body', 'de-DE', '{{two}}');
    expect(names(draft)).toEqual(['one', 'two']);
  });

  it('drops a name that was half typed, and keeps a variable that somebody has worked on', () => {
    const first = written('{{nam}}');
    expect(names(withText(first, 'body', 'en', '{{name}}'))).toEqual(['name']);
    // The cast holds: there is one.
    const worked = withVariable(first, { ...(first.definition.variables[0] as PromptVariable), kind: 'date' });
    expect(names(withText(worked, 'body', 'en', 'nothing'))).toEqual(['nam']);
  });

  it('takes an empty text for none', () => {
    expect(withText(withText(blankDraft, 'title', 'en', 'x'), 'title', 'en', '').definition.title).toEqual({});
  });

  it('says what is wrong, each thing once', () => {
    const draft = {
      ...withText(written('Hello'), 'title', 'en', 'T'),
      command: 'no blanks',
      tags: Array.from({ length: 11 }, (_, at) => `t${at}`).join(','),
    };
    expect(faultsOfDraft(draft)).toEqual([
      { code: 'command_invalid', name: 'no blanks' },
      { code: 'tags_invalid', name: '' },
    ]);
    expect(faultsOfDraft({ ...draft, command: '', tags: '' })).toEqual([]);
  });

  it('is sent without blanks and repeats, and comes back as it was sent', () => {
    const sent = contentOf({ ...written('x'), command: ' Letter ', category: ' Legal ', tags: 'Law, law,, tax ' });
    expect(sent).toMatchObject({ command: 'letter', category: 'Legal', tags: ['law', 'tax'] });
    expect(contentOf(draftOf(sent))).toEqual(sent);
  });
});
