import {
  testQuestion,
  testQuestionsAtMost,
  type TestQuestion,
} from '@parlance/shared/contract/api/agents/agent-test-sets';
import { csvOf } from '@parlance/shared/csv';
import { randomUuid } from '@parlance/shared/random-uuid';

const head = ['question', 'language', 'contain', 'not-contain', 'mean'] as const;
const kinds = ['contain', 'not-contain', 'mean'] as const;

/** Renders questions as a table: the points of a kind share one cell, one a line. */
export function csvOfQuestions(questions: readonly TestQuestion[]): string {
  return csvOf(
    head,
    questions.map(({ question, language, points }) => [
      question,
      language,
      ...kinds.map((kind) =>
        points
          .filter(({ must }) => must === kind)
          .map(({ text }) => text)
          .join('\n'),
      ),
    ]),
  );
}

/** Parses the questions of a table, and counts its invalid rows. */
export function questionsOfCsv(text: string): {
  readonly questions: readonly TestQuestion[];
  readonly refused: number;
} {
  const [first = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''));
  const at = new Map(first.map((name, index) => [name.trim().toLowerCase(), index]));
  const read = rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => {
      const cell = (name: string) => unguarded(row[at.get(name) ?? -1] ?? '').trim();
      const points = kinds.flatMap((must) =>
        cell(must)
          .split('\n')
          .filter((it) => it.trim() !== '')
          .map((it) => ({ text: unguarded(it).trim(), must })),
      );
      return testQuestion.safeParse({
        id: randomUuid(),
        question: cell('question'),
        language: cell('language'),
        points,
      });
    });
  const questions = read.flatMap(({ data }) => (data === undefined ? [] : [data])).slice(0, testQuestionsAtMost);
  return { questions, refused: read.length - questions.length };
}

/** Removes the apostrophe that kept a spreadsheet from treating the cell as a formula. */
const unguarded = (cell: string) => (/^'\s*[=+\-@]/.test(cell) ? cell.slice(1) : cell);

/** Parses the cells of a table in RFC 4180, with commas or, as some spreadsheets write it, semicolons. */
function cellsOf(text: string): string[][] {
  const separator = /^[^\n"]*;/.test(text) && !/^[^\n"]*,/.test(text) ? ';' : ',';
  const rows: string[][] = [[]];
  const pattern = new RegExp(`(${separator}|\\r?\\n|^)(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))`, 'g');
  for (const [, before = '', quoted, plain = ''] of text.matchAll(pattern)) {
    if (before !== separator && before !== '') rows.push([]);
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  }
  return rows;
}
