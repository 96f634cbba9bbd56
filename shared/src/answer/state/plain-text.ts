/**
 * The most characters of an address. Without a bound, the search for one would take longer with every bracket of a text
 * full of them.
 */
const longestAddress = 2000;
const link = new RegExp(String.raw`!?\[([^\][]*)\]\([^()]{0,${longestAddress}}\)`, 'g');

/**
 * Returns markdown as it is read aloud: the words without the marks. Works line by line, so that the time is linear.
 */
export function plainText(markdown: string): string {
  const lines = markdown
    .split('\n')
    .map((line) => line.trim())
    .filter(hasWords)
    .map(wordsOf);
  return lines.filter((line) => line !== '').join('\n');
}

/** False for the line that begins or ends code, and the one between the head of a table and its rows. */
function hasWords(line: string): boolean {
  return line !== '' && !/^(?:`{3,}|~{3,})/.test(line) && !(line.includes('|') && /^[\s:|-]+$/.test(line));
}

function wordsOf(line: string): string {
  return line
    .replace(link, '$1')
    .replace(/ ?\[\d{1,3}\]/g, '')
    .replaceAll('|', ' ')
    .trimStart()
    .replace(/^(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/, '')
    .replace(/\*\*|~~|__|`|(?<!\w)[*_]|[*_](?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
