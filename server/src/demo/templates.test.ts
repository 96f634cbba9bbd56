import { defaultValues, fillPrompt } from '@parlance/shared/contract/agents/fill-prompt';
import { faultsOf, variableKinds } from '@parlance/shared/contract/agents/prompt-template';
import { languages } from '@parlance/shared/contract/values/language';
import { readDemoTemplates } from './templates.ts';

const templates = readDemoTemplates();
const system = { date: '2026-11-22', user: 'Mei Tanaka', team: 'Support' };

test('the prompt templates of the demonstration have every kind of variable but a file', () => {
  const kinds = new Set(templates.flatMap(({ definition }) => definition.variables.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(variableKinds.filter((kind) => kind !== 'file').sort());
});

test.each(languages)('each of them is written in %s and is whole once it is filled in', (language) => {
  for (const { definition } of templates) {
    expect(faultsOf(definition)).toEqual([]);
    const texts = [
      definition.title,
      definition.description,
      definition.body,
      ...definition.variables.flatMap(({ label, options }) => [label, ...options.map((option) => option.label)]),
    ];
    for (const text of texts) expect(text[language]).toMatch(/\S/);
    const entered = Object.fromEntries(
      definition.variables.filter(({ kind }) => kind.endsWith('text')).map(({ name }) => [name, ['Noor']]),
    );
    const filled = fillPrompt({
      definition,
      language,
      values: { ...defaultValues(definition, language, system), ...entered },
      system,
    });
    expect(filled).toMatchObject({ missing: [], invalid: [], isTooLong: false });
    expect(filled.text).not.toMatch(/[{}]/);
  }
});
