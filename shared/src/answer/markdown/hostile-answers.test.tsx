import { readFileSync } from 'node:fs';
import { act, render } from '@testing-library/react';
import ReactMarkdown from 'react-markdown';
import { loadRenderer } from '../../testing/drawn-answer.tsx';
import { AnswerText } from '../view/answer-text.tsx';
import { extendBlocks, splitBlocks } from '../state/blocks.ts';
import type { Blocks } from '../state/blocks.ts';

beforeAll(loadRenderer);

/**
 * A hostile answer, of a model that was told to or read it somewhere: also tested in a browser by
 * e2e/journeys/hostile-answers.
 */
type Hostile = {
  readonly group: string;
  readonly name: string;
  readonly text?: string;
  readonly piece?: string;
  readonly times?: number;
};
const corpus = JSON.parse(
  readFileSync(new URL('../../testing/hostile-answers.json', import.meta.url), 'utf8'),
) as Hostile[]; // a file of this repository
/** The most characters of an answer. Long ones are shortened here: jsdom takes long for what a browser does at once. */
const most = 2000;
const textOf = ({ text, piece = '', times = 0 }: Hostile) => text ?? piece.repeat(Math.min(times, most / piece.length));

const own = new Set([
  'DIV',
  'P',
  'SPAN',
  'H3',
  'H4',
  'A',
  'BDI',
  'PRE',
  'CODE',
  'BUTTON',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'HR',
  'BR',
  'STRONG',
  'EM',
  'DEL',
  'SUP',
  'SECTION',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TH',
  'TD',
]);
const safeSchemes = /^(?:https?:|mailto:)/;

/** Lists everything in some elements that could run, fetch, mislead or clobber a name. */
function dangersIn(page: Element): string[] {
  return [...page.querySelectorAll('*')].flatMap((element) => {
    const isFormula = element.closest('.katex') !== null;
    const isIcon = element.closest('button > svg') !== null;
    const found = element
      .getAttributeNames()
      .flatMap((name) => faultOf(element, name, element.getAttribute(name) ?? '', isFormula));
    const isOwn =
      own.has(element.tagName) ||
      isIcon ||
      (isFormula && (element.namespaceURI?.endsWith('MathML') === true || /^(?:svg|path|line)$/.test(element.tagName)));
    return isOwn ? found : [...found, `<${element.tagName.toLowerCase()}>`];
  });
}

function faultOf(element: Element, name: string, value: string, isFormula: boolean): string[] {
  const fault = `${element.tagName.toLowerCase()} ${name}=${value.slice(0, 80)}`;
  if (
    name.startsWith('on') ||
    ['src', 'srcset', 'srcdoc', 'action', 'formaction', 'data', 'background', 'ping', 'name', 'is'].includes(name)
  )
    return [fault];
  if (name === 'href') {
    const leadsWithin = value.startsWith('#answer-1-');
    const isApart =
      element.getAttribute('target') === '_blank' && element.getAttribute('rel') === 'noopener noreferrer';
    return leadsWithin || (element.tagName === 'A' && safeSchemes.test(value) && isApart) ? [] : [fault];
  }
  if (name === 'id') return value.startsWith('answer-1-') ? [] : [fault];
  if (name === 'style')
    return /url|image|expression|position/i.test(value) || (!isFormula && /(?<!-)(?:width|height|margin)/.test(value))
      ? [fault]
      : [];
  return [];
}

/** Renders an answer as it streams in, or as it stands afterwards. */
async function draw(text: string, isGrowing: boolean): Promise<Element> {
  const half = Math.floor(text.length / 2);
  const blocks: Blocks = isGrowing
    ? extendBlocks(splitBlocks(text.slice(0, half)), text.slice(half))
    : splitBlocks(text);
  const { container } = render(<AnswerText id="1" blocks={blocks} isGrowing={isGrowing} />);
  // Lazy parts are loaded already; they render in the next turn.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return container;
}

describe('a hostile answer', () => {
  const quietly = jest.spyOn(console, 'error');
  beforeEach(() => {
    quietly.mockReset(); // React logs the errors that our boundary catches
    Reflect.deleteProperty(globalThis, 'hostile');
  });

  it.each(corpus.map((it) => [it.group, it.name, it] as const))('of %s: %s', async (_group, _name, hostile) => {
    const text = textOf(hostile);
    for (const isGrowing of [true, false]) {
      expect(dangersIn(await draw(text, isGrowing))).toEqual([]);
      expect(globalThis).not.toHaveProperty('hostile');
    }
  });

  it('is found out where it is drawn without our rules', () => {
    const found = corpus
      .filter(({ group }) => group === 'addresses' || group === 'markdown')
      .map((hostile) => {
        const { container } = render(
          <ReactMarkdown urlTransform={(address) => address}>{textOf(hostile)}</ReactMarkdown>,
        );
        return dangersIn(container).length > 0;
      });
    expect(found.filter(Boolean).length).toBeGreaterThan(60);
  });

  it('of HTML is found out where it becomes a page', () => {
    const missed = corpus
      .filter(({ group }) => group === 'html')
      .filter((hostile) => {
        const page = new DOMParser().parseFromString(textOf(hostile), 'text/html');
        return (
          dangersIn(page.documentElement).length <=
          dangersIn(new DOMParser().parseFromString('', 'text/html').documentElement).length
        );
      });
    // Constructs that an HTML parser treats as text.
    expect(missed.map(({ name }) => name)).toEqual(['comment', 'cdata', 'instruction', 'entities', 'unclosed tag']);
  });
});
