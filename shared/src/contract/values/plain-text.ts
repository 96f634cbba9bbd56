import { citationMarks } from '../api/runs/citation-marks.ts';
import { footnoteDefinition, linkDefinition } from './markdown.ts';

type Options = {
  /** The numbers of the sources that there are: only marks of these are left out. Without it, all marks are. */
  readonly sources?: ReadonlySet<number> | undefined;
  /** Keeps empty lines and the marks of lists, for those who see the text. */
  readonly keepsLayout?: boolean;
};

/**
 * The most characters of an address, and of code within a line. Without a bound, the search for their end would take
 * longer with every beginning of one.
 */
const [longestAddress, longestCode] = [2000, 500];
const link = new RegExp(
  String.raw`!?\[([^\][]*)\](?:\((?:[^()]|\([^()]{0,200}\)){0,${longestAddress}}\)|\[[^\][]{0,200}\])`,
  'g',
);
const codeSpan = new RegExp(String.raw`(?<!\x60)(\x60+)(?!\x60)(.{0,${longestCode}}?)(?<!\x60)\1(?!\x60)`, 'g');
const escape = /\\([!-/:-@[-`{-~])/g;
const note = / ?\[\^[^\]\s]{1,60}\]/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
/** Private-use characters that stand for what is read as it is written. */
const [open, close] = ['\uE000', '\uE001'];
const layout = /^((?:>\s*)*)(?:(?:#{1,6}\s+)|((?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?))?/;

/**
 * Returns the words of markdown without its marks: for reading aloud, and for where no markdown is shown. Works line by
 * line, so that the time is linear.
 */
export function plainText(markdown: string, { sources, keepsLayout = false }: Options = {}): string {
  let fence: string | null = null;
  const lines: string[] = [];
  for (const line of markdown.split('\n')) {
    const mark = /^[\s>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence !== null && mark?.startsWith(fence) === true) fence = null;
    else if (fence !== null) lines.push(line.trimEnd());
    else if (mark !== undefined) fence = mark;
    else if (!isMarksOnly(line)) lines.push(wordsOf(line.trim(), sources, keepsLayout));
  }
  const text = (keepsLayout ? lines : lines.filter((line) => line !== '')).join('\n').replace(/\n{3,}/g, '\n\n');
  return text.trim();
}

/** True for rules, the line below a head of a table, underlines of headings, and definitions of links. */
const isMarksOnly = (line: string): boolean =>
  (line.includes('|') && line.includes('-') && /^[\s:|-]+$/.test(line)) ||
  /^\s*(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,}|=+\s*)$/.test(line) ||
  linkDefinition.test(line);

function wordsOf(line: string, sources: Options['sources'], keepsLayout: boolean): string {
  const kept: string[] = [];
  const keep = (text: string) => `${open}${kept.push(text) - 1}${close}`;
  const item = layout.exec(line)?.[2] ?? '';
  const words = line
    .replaceAll(/[\uE000\uE001]/g, '')
    .replace(layout, '')
    .replace(codeSpan, (_, _ticks: string, code: string) => keep(code.trim()));
  const bare = withoutMarks(
    withoutCitations(words.replace(footnoteDefinition, ''), sources).replace(escape, (_, sign: string) => keep(sign)),
  );
  const text = bare
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? '')
    .trim();
  return keepsLayout && text !== '' ? `${item.replace(/\s+/g, ' ')}${text}` : text;
}

function withoutMarks(words: string): string {
  const cells = /^\||\|$/.test(words.trim()) ? words.replaceAll('|', ' ') : words;
  return cells
    .replace(link, '$1')
    .replace(link, '$1')
    .replace(note, '')
    .replace(/<((?:https?:|mailto:)[^\s<>]*)>/gi, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/\*+|~~|_+/g, (mark, at: number, text: string) =>
      isMark(mark, text[at - 1] ?? ' ', text[at + mark.length] ?? ' ') ? '' : mark,
    );
}

/** Says whether a run of marks is emphasis, by its neighbours: not `2 * 3`, `2*3` and `snake_case`. */
function isMark(mark: string, before: string, after: string): boolean {
  if (before.trim() === '' && after.trim() === '') return false;
  const inWord = mark.startsWith('_') ? /[\p{L}\p{N}]/u : mark === '*' ? /\w/ : null;
  return inWord === null || !inWord.test(before) || !inWord.test(after);
}

function withoutCitations(words: string, sources: Options['sources']): string {
  let [text, from] = ['', 0];
  for (const { index, written, numbers } of citationMarks(words)) {
    const isCited = sources === undefined || numbers.some((number) => sources.has(number));
    if (!isCited || words[index + written.length] === '(') continue;
    text += words.slice(from, index).replace(/ $/, '');
    from = index + written.length;
  }
  return text + words.slice(from);
}
