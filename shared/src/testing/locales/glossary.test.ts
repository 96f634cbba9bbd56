import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '../../contract/values/language.ts';
import { packagesWithTexts, root } from '../texts.ts';
import { flatten, readTexts } from './check-texts.ts';
import { checkWords, readGlossary } from './glossary.ts';

const document = readFileSync(path.join(root, 'docs', 'glossary.md'), 'utf8');
const glossary = readGlossary(document);
const packages = packagesWithTexts().map(({ folder, namespace }) => ({ namespace, texts: readTexts(folder) }));
const english = packages.flatMap(({ namespace, texts }) =>
  [...flatten(texts['en'] ?? {})].map(([key, text]) => ({ name: `${namespace}:${key}`, text })),
);

test.each(packages)('the texts of $namespace have the words of the glossary', ({ namespace, texts }) => {
  expect(checkWords(glossary, namespace, texts)).toEqual([]);
});

test('each term stands in the glossary once, and some text uses it', () => {
  const terms = glossary.terms.map((it) => it.en);
  expect(terms.length).toBeGreaterThan(55);
  expect(new Set(terms).size).toBe(terms.length);
  const all = english.map(({ text }) => text.toLowerCase());
  expect(terms.filter((term) => !all.some((text) => text.includes(term.toLowerCase())))).toEqual([]);
});

test('a text that means something else is one whose English is a term', () => {
  const terms = new Set(glossary.terms.map((it) => it.en));
  const namesOfTerms = english.filter(({ text }) => terms.has(text)).map(({ name }) => name);
  expect(glossary.exceptions.filter((name) => !namesOfTerms.includes(name))).toEqual([]);
});

describe('the check of the words goes red', () => {
  const faults = (tag: string, en: string, text: string, key = 'label') =>
    checkWords(glossary, 'chat', { en: { [key]: en }, [tag]: { [key]: text } });

  it.each([
    ['de-DE', 'Audit log', 'Prüfprotokoll', ['is “Prüfprotokoll”', 'says “Prüfprotokoll*”']],
    ['de-DE', 'Choose a tool', 'Werkzeuge auswählen', ['says “Werkzeug*”']],
    ['zh-TW', 'Your agent has tokens', 'AI 代理有權杖', ['says “權杖”']],
    ['fr-FR', 'Seat', 'Siège', ['is “Siège”; docs/glossary.md has “Place”']],
    ['en', 'Your e-mails', 'Your e-mails', ['says “e-mail*”; docs/glossary.md has “Email”']],
    ['it-IT', 'Delete', 'Canc', ['is “Canc”']],
  ])('in %s for “%s” as “%s”', (tag, en, text, found) => {
    expect(faults(tag, en, text)).toEqual(found.map((it) => expect.stringContaining(it) as string));
  });

  it.each([
    ['it-IT', 'Delete', 'Canc', 'dialogues.deleteKey'],
    ['de-DE', 'Hello {{bot}}', 'Hallo {{bot}}', 'label'],
    ['en', 'Robots', 'Robots', 'label'],
    ['de-DE', 'Your audit log', 'Ihr Auditprotokoll', 'label'],
  ])('but not in %s for “%s” as “%s” (%s)', (tag, en, text, key) => {
    expect(faults(tag, en, text, key)).toEqual([]);
  });

  it.each([
    ['a term without a language', '| Agent | Agent |', 'The term “Agent” lacks a language.'],
    ['a word for no language', '## Words not to use\n\n| a | b | c |\n| xx | Y | z |\n', '“xx” is no language'],
    ['no table', '', 'There is no table below'],
  ])('for a document with %s', (_, part, fault) => {
    const head = `## Terms\n\n| English | ${languages.filter((it) => it !== 'en').join(' | ')} |\n`;
    const whole = `${head}${head.replace('## Terms\n\n', '').replaceAll(/[\w-]+/g, 'a')}`;
    expect(() => readGlossary(part.startsWith('|') ? `${head}${part}\n` : `${whole}\n${part}`)).toThrow(fault);
  });
});
