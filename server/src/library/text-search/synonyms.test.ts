import { readFileSync } from 'node:fs';
import { memoryPassage, rankInMemory } from '../../testing/memory-search.ts';
import { stemmedLanguages } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import { termsWithSynonyms } from './synonyms.ts';
import { bigrams, holdsTerm, normalize, queryTermsOf, tokensOf, tokensOfWord, wordsIn } from './tokens.ts';

const lists = JSON.parse(readFileSync(new URL('./office-concepts.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, string>
>; // our own file
const languages = [...stemmedLanguages, 'th', 'zh'];

/** Words that two concepts share, by language and stem, with the reason. None is needed so far. */
const shared: Readonly<Record<string, string>> = {};

describe('the concepts of office life', () => {
  const expressions = Object.entries(lists).flatMap(([concept, list]) =>
    Object.entries(list).flatMap(([language, texts]) => texts.split(', ').map((text) => ({ concept, language, text }))),
  );
  /** What an expression is recognised by. */
  const keysOf = (language: string, text: string): string[] => {
    const [stemmed] = stemmedLanguages.filter((it) => it === language);
    if (stemmed === undefined) return bigrams(text).next().done === true ? [] : [text];
    const stems = [...wordsIn(text)]
      .filter((word) => !isStopWord(word.text, [language]))
      .map((word) => tokensOfWord(word, [stemmed]));
    return stems.length === 0 ? [] : [0, -1].map((at) => stems.map((tokens) => tokens.at(at)).join(' '));
  };

  test('are called something in each of the nine languages', () => {
    expect(Object.keys(lists).length).toBeGreaterThanOrEqual(150);
    for (const list of Object.values(lists))
      expect(Object.keys(list)).toEqual(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'th', 'zh']);
    for (const { language, text } of expressions) {
      expect(languages).toContain(language);
      expect([text, normalize(text).trim()]).toEqual([text, text]);
      expect([text, keysOf(language, text).length > 0]).toEqual([text, true]);
      if (language === 'th') expect([text, text.length > 2]).toEqual([text, true]);
      expect(text).not.toMatch(/'/);
    }
  });

  test('share no word of a language, however it is stemmed', () => {
    const known = new Map<string, string>();
    for (const { concept, language, text } of expressions)
      for (const key of keysOf(language, text)) {
        const name = `${language} ${key}`;
        if (shared[name] !== undefined) continue;
        expect([name, known.get(name) ?? concept]).toEqual([name, concept]);
        known.set(name, concept);
      }
  });
});

const finds = (question: string, text: string) => {
  const held = new Set(tokensOf(text));
  return termsWithSynonyms(question).some((term) => holdsTerm(term, held));
};

test.each([
  ['How many vacation days do I get?', 'Der Erholungsurlaub beträgt dreißig Tage.'],
  ['Wie viele Urlaubstage habe ich?', 'Employees are entitled to 25 days of annual leave.'],
  ['年假有幾天？', 'พนักงานลาพักร้อนได้ปีละสิบวัน'],
  ['休假規定', '带薪年假为十天'],
  ['ลาพักร้อนได้กี่วัน', '員工每年有特別休假十天'],
  ['Come chiedo un giorno di malattia?', 'Quem está doente avisa a chefia.'],
  ['Wann ist Zahltag für das Gehalt?', 'Le salaire est versé le 27 de chaque mois.'],
  ['mot de passe oublié', 'Het wachtwoord wijzigt u op de aanmeldpagina.'],
  ['PASSWORT', 'la contraseña'],
  ['Passwoerter und Kennwörter', '密碼至少十四個字元'],
  ['¿Cuando llega la jubilacion?', 'Die Rente wird monatlich gezahlt.'],
  ['week-end', 'am Wochenende'],
])('a word is found by what others call it: %s', (question, text) => {
  const held = new Set(tokensOf(text));
  expect(queryTermsOf(question).some((term) => holdsTerm(term, held))).toBe(false);
  expect(finds(question, text)).toBe(true);
});

test('an expression of several words is one only with all of them', () => {
  expect(finds('Urlaub', 'Paid time off is granted.')).toBe(true);
  expect(finds('Urlaub', 'The invoice was paid.')).toBe(false);
  expect(finds('ferie', 'Es gibt Lieferzeiten.')).toBe(false);
  // The longest expression counts: a question about sick leave is none about holidays.
  expect(finds('sick leave', 'Der Jahresurlaub ist lang.')).toBe(false);
  expect(finds('sick leave', 'Eine Krankmeldung ist nötig.')).toBe(true);
  expect(finds('請病假', 'Der Jahresurlaub ist lang.')).toBe(false);
});

test('a word means what it means in the language of the question', () => {
  // “congés” in French; “rente” is a pension in German, and interest in Dutch.
  expect(finds('Wie hoch ist meine Rente?', 'The pension is paid monthly.')).toBe(true);
  expect(finds('Wat is de rente van het bedrijf?', 'The pension is paid monthly.')).toBe(false);
});

describe('in the ranking', () => {
  const order = (question: string, ...texts: (readonly [heading: string, content: string])[]) =>
    rankInMemory(
      texts.map(([heading, content], at) => memoryPassage(`${at}`, heading, content)),
      termsWithSynonyms(question),
    );
  const ids = (...asked: Parameters<typeof order>) => order(...asked).map(({ id }) => id);

  test('the very word comes before a synonym of its language, and this before one of another', () => {
    expect(
      ids(
        'What is the salary here?',
        ['', 'Das Gehalt kommt am Ende jedes Monats pünktlich.'],
        ['', 'Wages arrive at every end of the month on time.'],
        ['', 'The salary arrives at every end of the month.'],
      ),
    ).toEqual(['2', '1', '0']);
    // Also where it stands in a heading, and however many words of the concept stand beside it.
    expect(ids('salary', ['Gehalt', 'Der Lohn.'], ['Other things', 'The salary.'])).toEqual(['1', '0']);
    expect(ids('salary', ['', 'Wage, wages, paycheck, Gehalt, Lohn'], ['', 'The salary and other things'])).toEqual([
      '1',
      '0',
    ]);
  });

  test('a concept counts once, by its words or by its synonyms', () => {
    const [direct] = order('salary', ['', 'The salary, also called wages or Gehalt.']);
    const [alone] = order('salary', ['', 'The salary, also called so or in such ways.']);
    expect(direct).toMatchObject({ words: 1, coverage: 1 });
    expect(alone).toMatchObject({ words: 1, coverage: 1 });
    const [other] = order('annual leave', ['', 'Wer Urlaub und Ferien will, fragt.']);
    expect(other).toMatchObject({ words: 1, coverage: 0.75 });
    const [headed] = order('annual leave', ['Urlaub', 'Wer Ferien will, fragt.']);
    expect(headed).toMatchObject({ words: 2, coverage: 0.75 });
  });

  test('a passage without a synonym is worth what it was worth', () => {
    const passages = [
      memoryPassage('leave', 'Leave', 'Annual leave is 25 days.'),
      memoryPassage('travel', 'Travel', 'Trips are booked by train.'),
    ];
    const question = 'How many days of annual leave are there on trips?';
    const before = rankInMemory(passages, queryTermsOf(question));
    const after = rankInMemory(passages, termsWithSynonyms(question));
    for (const [at, { id, score, coverage, words }] of before.entries())
      expect(after[at]).toMatchObject({ id, score, coverage, words });
  });
});

test('a word belongs to one concept of a question, whatever it is in other languages', () => {
  // A quotation in Spanish, and a gift in Portuguese.
  const concepts = termsWithSynonyms('oferta').flatMap(({ term, synonymOf }) =>
    synonymOf === undefined ? [] : [term.replace(/^\w+ /, '')],
  );
  expect(new Set(concepts).size).toBe(1);
});

test('however long a question is, its terms are few', () => {
  const named = `die ${Object.values(lists)
    .slice(0, 60)
    .map(({ de = '' }) => de.split(', ', 1).join(''))
    .join(' ')}`;
  expect(termsWithSynonyms(named).length).toBe(queryTermsOf(named).length + 24);
  const every = Object.values(lists)
    .flatMap((list) => Object.values(list))
    .join(' ');
  for (const text of [
    every,
    every.slice(40_000),
    '特休'.repeat(1_000),
    'urlaub '.repeat(1_000),
    '\ud800'.repeat(2_000),
    '',
  ]) {
    const terms = termsWithSynonyms(text);
    expect(terms.length).toBeLessThanOrEqual(96 + 24);
    expect(terms.filter(({ synonymOf }) => synonymOf !== undefined).length).toBeLessThanOrEqual(24);
    for (const { tokens, phrases = [] } of terms) {
      expect(tokens.length + phrases.length).toBeGreaterThan(0);
      for (const phrase of phrases) expect(phrase.length).toBeGreaterThan(1);
    }
  }
});
