import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { Language } from '@parlance/shared/contract/values/language';
import { type Say, sayIn } from '../../platform/texts/texts.ts';
import { portableEmphasis } from './portable-emphasis.ts';

export type DialogueExport = {
  title: string;
  bot: string;
  createdAt: Date;
  /** The messages, oldest first. */
  messages: readonly Message[];
  /** The tool calls of the answers among them, in order. */
  calls: readonly ToolCall[];
};

/** Formats a dialogue as a file for people. Nothing written in it can pass for a part of the file itself. */
export function markdownOf({ title, bot, createdAt, messages, calls }: DialogueExport, language: Language): string {
  const t = sayIn(language);
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const at = (date: Date) => `${moment.format(date)} UTC`;
  const blocks = messages.flatMap((message) => [
    `## ${message.author === 'bot' ? plain(bot) : (t('export.you') ?? '')} · ${at(new Date(message.created_at))}`,
    message.author === 'bot' ? contained(message.content) : quoted(message.content),
    ...calls.filter(({ answer_id: answerId }) => answerId === message.id).flatMap((call) => callOf(call, t)),
    ...(message.attachments.length === 0
      ? []
      : [`${t('export.attachments')} ${message.attachments.map(({ name }) => plain(name)).join(', ')}`]),
    ...(message.citations.length === 0
      ? []
      : [
          `**${t('export.sources')}**`,
          ...message.citations.map((citation) => sourceOf(citation, t('export.page') ?? '')),
        ]),
  ]);
  return `${[`# ${plain(title)}`, `${plain(bot)} · ${at(createdAt)}`, ...blocks].filter((block) => block !== '').join('\n\n')}\n`;
}

function sourceOf({ number, file_name, heading, page, passage }: Citation, pageWord: string): string {
  const place = [heading === '' ? '' : plain(heading), page === null ? '' : `${pageWord} ${page}`]
    .filter((part) => part !== '')
    .join(', ');
  return `\\[${number}\\] **${plain(file_name)}**${place === '' ? '' : `, ${place}`}\n\n${quoted(passage)}`;
}

/** Formats a call as the transcript shows it: the function, what was sent, what came back. */
function callOf(
  { kind, tool_name: tool, function: called, arguments: sent, state, result, is_cut: isCut }: ToolCall,
  t: Say,
): string[] {
  const isBuiltIn = kind === 'web-page' || kind === 'calculator' || kind === 'date-time';
  const name = isBuiltIn ? (t(`export.tool.kind.${kind}`) ?? '') : tool === '' ? called : `${tool}: ${called}`;
  return [
    `**${t('export.tool.call')} ${plain(name)}** · ${t(`export.tool.state.${state}`)}`,
    `${t('export.tool.sent')}\n\n${quoted(sent)}`,
    ...(result === '' ? [] : [`${t(isCut ? 'export.tool.resultCut' : 'export.tool.result')}\n\n${quoted(result)}`]),
  ];
}

/** Escapes plain text for one line: no sign in it is markup. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~&!^$]/g, '\\$&')
    .replace(/^([-+=]|\d+(?=[.)]))/, '\\$1')
    .replace(/^\\(\d+)([.)])/, '$1\\$2');

/** Formats plain text as a quotation, line by line. */
function quoted(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => {
      const indent = /^[ \t]*/.exec(line)?.[0].replace(/\t/g, '    ').replace(/ /g, '\u00A0') ?? '';
      return `> ${indent}${plain(line)}`.trimEnd();
    })
    .join('\\\n')
    .replace(/^>\\$/gm, '>');
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const dangerousAddress = /(\]\(\s*<?\s*|^ {0,3}\[[^\]]+\]:\s*<?\s*)(javascript|data|vbscript):/gi;

/**
 * Contains a bot's Markdown: its headings below ours, its fences closed, no HTML, no images that are fetched, no
 * scripts as links.
 */
function contained(markdown: string): string {
  /** The fence around a line, empty outside of one. */
  let open = '';
  const lines = markdown.split(/\r\n?|\n/).map((line) => {
    const mark = fence.exec(line)?.[1];
    if (open !== '') {
      if (mark !== undefined && mark.startsWith(open) && line.trim() === mark) open = '';
      return line;
    }
    if (mark !== undefined) {
      open = mark;
      return line;
    }
    return portableEmphasis(outsideCode(line, harmless))
      .replace(
        /^( {0,3})(#{1,6})(?=\s|$)/,
        (_, indent: string, marks: string) => `${indent}${'#'.repeat(Math.min(6, marks.length + 2))}`,
      )
      .replace(/^ {0,3}=+\s*$/, '\\$&');
  });
  return [...lines, ...(open === '' ? [] : [open])].join('\n');
}

/** Changes a line outside of its code spans. */
const outsideCode = (line: string, change: (text: string) => string) =>
  line
    .split(/(`+[^`]+`+)/)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');

const harmless = (text: string) =>
  text
    .replace(/<(?=[a-z/!?])(?!https?:|mailto:)/gi, '\\<')
    .replace(/!\[/g, '[')
    .replace(dangerousAddress, '$1unsafe:$2:');
