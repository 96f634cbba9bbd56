/** Markdown as it is read aloud: the words without the marks. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(`{3,}|~{3,}).*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/ ?\[\d{1,3}\]/g, '')
    .replace(/^\s*\|?[\s:|-]+\|[\s:|-]*$/gm, '')
    .replace(/\|/g, ' ')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, '')
    .replace(/\*\*|~~|__|`|(?<!\w)[*_]|[*_](?!\w)/g, '')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}
