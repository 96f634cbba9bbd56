import { isList, isTable } from './blocks.ts';

/**
 * A list or a table in parts, so that of a long one only the last part is parsed again while it grows. On the page the
 * parts form one list or table.
 */
export type Parts =
  | { readonly kind: 'table'; readonly head: string; readonly parts: readonly string[] }
  | {
      readonly kind: 'ul' | 'ol';
      readonly start: number;
      readonly hasTasks: boolean;
      readonly parts: readonly string[];
    };

/** Characters after which the next row or item begins a new part. */
const partLength = 600;

export function partsOf(block: string): Parts | null {
  if (isTable(block)) return tableParts(block);
  return isList(block) ? listParts(block) : null;
}

function tableParts(block: string): Parts {
  const lines = block.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const head = lines.slice(0, 2).join('');
  return {
    kind: 'table',
    head,
    parts: gather(lines.slice(2), () => true).map((rows) => head.replace(/\n?$/, '\n') + rows),
  };
}

function listParts(block: string): Parts {
  const lines = block.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const [, indent = '', bullet = '', number] = /^( *)([-*+]|(\d{1,9})[.)])/.exec(block) ?? [];
  const marker = number === undefined ? `\\${bullet}` : `\\d{1,9}\\${bullet.at(-1)}`;
  const item = new RegExp(`^ {0,${Math.min(3, indent.length + 1)}}${marker}\\s`);
  const hasTasks = new RegExp(`^ *${marker} \\[[ xX]\\] `).test(block);
  return {
    kind: number === undefined ? 'ul' : 'ol',
    start: Number(number ?? 1),
    hasTasks,
    parts: gather(lines, (line) => item.test(line)),
  };
}

/** Joins lines to parts; a new one begins once the previous one is long enough and a line may begin one. */
function gather(lines: readonly string[], begins: (line: string) => boolean): string[] {
  const parts: string[] = [];
  let fence: string | null = null;
  for (const line of lines) {
    const last = parts.at(-1);
    if (last === undefined || (fence === null && last.length >= partLength && begins(line))) parts.push(line);
    else parts[parts.length - 1] = last + line;
    const mark = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined)
      fence = fence === null ? mark : mark[0] === fence[0] && mark.length >= fence.length ? null : fence;
  }
  return parts;
}
