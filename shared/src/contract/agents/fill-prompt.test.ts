import { promptMaxLength } from '../api/dialogues.ts';
import { defaultValues, fillPrompt, type PromptValues } from './fill-prompt.ts';
import {
  faultsOf,
  promptTemplateDefinition,
  type PromptTemplateDefinition,
  type PromptVariable,
  variablesAtMost,
} from './prompt-template.ts';
import * as z from '../schema.ts';

const variable = (name: string, more: Partial<PromptVariable> = {}): PromptVariable => ({
  name,
  kind: 'text',
  label: {},
  help: {},
  is_required: false,
  default: [],
  options: [],
  ...more,
});
const template = (
  body: PromptTemplateDefinition['body'],
  variables: PromptVariable[] = [],
): PromptTemplateDefinition => ({ title: { en: 'T' }, description: {}, body, variables });
const system = { date: '2026-11-21', user: 'Mei Tanaka', team: 'Sales' };
const fill = (
  definition: PromptTemplateDefinition,
  values: PromptValues = {},
  language: 'en' | 'de-DE' | 'th-TH' = 'en',
) => fillPrompt({ definition, language, values, system });
const codes = (definition: PromptTemplateDefinition) => faultsOf(definition).map(({ path, code }) => `${path} ${code}`);

describe('filling a template in', () => {
  it('puts what was entered where its name stands, with blanks or without', () => {
    expect(fill(template({ en: 'Dear {{who}}, {{ who }}{{who}}!' }, [variable('who')]), { who: ['Ann'] }).text).toBe(
      'Dear Ann, AnnAnn!',
    );
  });

  it('writes days, numbers, lists and languages as the text around them is written', () => {
    const options = [
      { value: 'a', label: { en: 'Apples', 'de-DE': 'Äpfel' } },
      { value: 'b', label: {} },
    ];
    const definition = template({ en: '{{d}} {{n}} {{m}} {{l}} {{s}}', 'de-DE': '{{d}} {{n}} {{m}} {{l}} {{s}}' }, [
      variable('d', { kind: 'date' }),
      variable('n', { kind: 'number' }),
      variable('m', { kind: 'multi-select', options }),
      variable('l', { kind: 'language' }),
      variable('s', { kind: 'select', options }),
    ]);
    const values = { d: ['2026-01-02'], n: ['1234.5'], m: ['a', 'b'], l: ['fr-FR'], s: ['a'] };
    expect(fill(definition, values).text).toBe('January 2, 2026 1,234.5 Apples and b French (France) Apples');
    expect(fill(definition, values, 'de-DE').text).toBe(
      '2. Januar 2026 1.234,5 Äpfel und b Französisch (Frankreich) Äpfel',
    );
    // A text without a Thai version falls back to English, and so do the filled-in values.
    expect(fill(definition, values, 'th-TH').text).toBe(fill(definition, values).text);
  });

  it('knows the day, the person, the teams and the language', () => {
    expect(fill(template({ en: '{{date}}; {{user}}; {{team}}; {{language}}' })).text).toBe(
      'November 21, 2026; Mei Tanaka; Sales; English',
    );
  });

  it('takes what was entered for text: it is never filled in itself', () => {
    const definition = template({ en: '{{a}}{{b}}' }, [variable('a'), variable('b')]);
    expect(fill(definition, { a: ['{{b}}'], b: ['{{a}} $& ${1} {{user}}'] }).text).toBe('{{b}}{{a}} $& ${1} {{user}}');
  });

  it('names what is missing, what is of another kind, and what no variable has', () => {
    const definition = template({ en: '{{a}} {{n}} {{other}} {{toString}} {{__proto__}}' }, [
      variable('a', { is_required: true }),
      variable('n', { kind: 'number' }),
    ]);
    expect(fill(definition, { a: [' '], n: ['many'] })).toMatchObject({
      missing: ['a'],
      invalid: ['n'],
      unknown: ['other'],
    });
    expect(fill(template({ en: '{{constructor}}' })).text).toBe('{{constructor}}');
  });

  it.each([
    ['number', '1e999'],
    ['date', '2026-13-40'],
    ['date', 'tomorrow'],
    ['language', 'xx'],
    ['select', 'none'],
    ['text', 'x'.repeat(8_001)],
  ] as const)('refuses as %s the value %.20s', (kind, value) => {
    const { invalid } = fill(
      template({ en: '{{v}}' }, [variable('v', { kind, options: [{ value: 'one', label: {} }] })]),
      { v: [value] },
    );
    expect(invalid).toEqual(['v']);
  });

  it('stops where a prompt ends, however much was entered', () => {
    const filled = fill(template({ en: '{{v}}'.repeat(4_000) }, [variable('v')]), { v: ['x'.repeat(8_000)] });
    expect([filled.text.length, filled.isTooLong]).toEqual([promptMaxLength, true]);
  });

  it.each(['{{', '{{ ', '{{a', '{{a          ', '{{{{a}'])('is done with %p a million times over', (piece) => {
    expect(fill(template({ en: piece.repeat(1_000_000) }))).toMatchObject({ isTooLong: true, unknown: [] });
  });

  it('takes ten thousand variables, though a template may not have them', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => variable(`v${at}`, { default: [`{{v${at}}}`] }));
    const definition = template(
      {
        en: many
          .map(({ name }) => `{{${name}}}`)
          .join('')
          .slice(0, 19_000),
      },
      many,
    );
    expect(fill(definition, Object.fromEntries(many.map(({ name }) => [name, ['x']]))).text).toMatch(/^x{1000}/);
    expect(z.safeParse(promptTemplateDefinition, definition).success).toBe(false);
    expect(
      z.safeParse(promptTemplateDefinition, { ...definition, variables: many.slice(0, variablesAtMost) }).success,
    ).toBe(true);
  });
});

describe('what a form begins with', () => {
  it('is the defaults, with the system variables in them', () => {
    const definition = template({ en: '{{a}}' }, [
      variable('a', { default: ['for {{user}}'] }),
      variable('d', { kind: 'date', default: ['{{date}}'] }),
      variable('l', { kind: 'language', default: ['{{language}}'] }),
      variable('n'),
    ]);
    expect(defaultValues(definition, 'de-DE', system)).toEqual({
      a: ['for Mei Tanaka'],
      d: ['2026-11-21'],
      l: ['de-DE'],
      n: [],
    });
  });
});

describe('a definition', () => {
  it('may not have a default that names itself, another variable, or nothing', () => {
    expect(
      codes(
        template({ en: '{{a}}' }, [
          variable('a', { default: ['{{a}}'] }),
          variable('b', { default: ['{{ a }}'] }),
          variable('c', { default: ['{{user}}'] }),
        ]),
      ),
    ).toEqual(['variables.0.default default_names_variable', 'variables.1.default default_names_variable']);
  });

  it('has a title, a text, and a variable for every name in the text', () => {
    expect(codes({ ...template({ en: '  ' }), title: { en: ' ' } })).toEqual([
      'title title_missing',
      'body body_missing',
    ]);
    expect(codes(template({ en: '{{user}} {{nobody}}', 'de-DE': '{{a}}' }, [variable('a')]))).toEqual([
      'body.en unknown_variable',
    ]);
  });

  it('names each variable once and none as the system does, and offers something to choose from', () => {
    const twice = [
      { value: 'x', label: {} },
      { value: 'x', label: {} },
    ];
    const found = codes(
      template({ en: 'x' }, [
        variable('user'),
        variable('a'),
        variable('a'),
        variable('s', { kind: 'select' }),
        variable('m', { kind: 'multi-select', options: twice }),
        variable('f', { kind: 'file', default: ['x'] }),
      ]),
    );
    expect(found).toEqual([
      'variables.0.name name_reserved',
      'variables.2.name name_twice',
      'variables.3.options options_missing',
      'variables.4.options option_twice',
      'variables.5.default default_invalid',
    ]);
  });
});
