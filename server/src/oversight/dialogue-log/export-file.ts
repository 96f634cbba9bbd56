import type { ExportFormat, LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { csvHead, csvLines } from '@parlance/shared/contract/values/csv';

export type LoggedTranscript = { dialogue: LoggedDialogue; messages: readonly Message[] };

/** For programs as well, so in one language. */
const head = [
  'dialogue_id',
  'title',
  'member',
  'bot',
  'language',
  'author',
  'content',
  'rating',
  'reasons',
  'comment',
  'created_at',
];

/** What stands before the first dialogue of a file. */
export const beginningOf = (format: ExportFormat): string => (format === 'csv' ? csvHead(head) : '');

/** A dialogue as it stands in a file: a line for each message in CSV, one line in JSONL. */
export function linesOf(format: ExportFormat, { dialogue, messages }: LoggedTranscript): string {
  return format === 'csv'
    ? csvLines(messages.map((message) => cells(dialogue, message)))
    : `${JSON.stringify({ ...dialogue, messages: messages.map(forPrograms) })}\n`;
}

const memberOf = ({ member }: LoggedDialogue) => member.name ?? member.alias;

const cells = (dialogue: LoggedDialogue, { author, content, rating, created_at }: Message): string[] => [
  dialogue.id,
  dialogue.title,
  memberOf(dialogue),
  dialogue.bot.name,
  dialogue.language,
  author,
  content,
  rating?.value ?? '',
  rating?.reasons.join(' ') ?? '',
  rating?.comment ?? '',
  created_at,
];

const forPrograms = ({ id, parent_id, author, content, citations, attachments, rating, created_at }: Message) => ({
  ...{ id, parent_id, author, content, rating, created_at },
  citations: citations.map(({ file_name, position }) => ({ file_name, position })),
  attachments: attachments.map(({ name }) => name),
});
