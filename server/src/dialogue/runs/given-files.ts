import type { RunReading } from '@parlance/shared/contract/api/runs/runs';
import type { BranchFile } from '../../library/attachments/branch-files.ts';
import { bytesAroundPassage, readBeginnings, readHeadings } from '../../library/files/beginnings.ts';
import type { FilePart } from '../../library/files/parts.ts';
import type { Trx } from '../../platform/db/database.ts';
import { assumedTokensToSend } from '../../platform/language-models/context-room.ts';
import type { GivenFile, LanguageModel, Source } from '../../platform/language-models/language-model.ts';
import { bytesOfTokens, estimateTokens, tokensOfBytes } from '../../platform/language-models/tokens.ts';
import type { Readable } from './reading-plan.ts';

/** The tokens around the name of a file. */
const tokensAroundName = 25;
/** The number of a bot's files that the model is told by name. */
const namedFilesAtMost = 30;
/** The share of the prompt for names and headings of files, and its upper limit. */
const shareOfNames = 0.1;
const namesTokensAtMost = 1_500;

/** A file of an assistant's knowledge, of which the model gets what is found. */
export type NamedFile = Pick<GivenFile, 'id' | 'name'>;
/** An attached file. `parts`: how many it is read in, for notes of them. */
export type ReadFile = GivenFile & { readonly parts?: number };

/** Returns the tokens for names and headings of files. */
export const namesTokensOf = ({ context_length: contextLength }: LanguageModel) =>
  Math.min(namesTokensAtMost, Math.floor(assumedTokensToSend(contextLength) * shareOfNames));

/** Returns as many files as half of the tokens hold names of. */
export function namedWithin(files: readonly NamedFile[], tokens: number): readonly NamedFile[] {
  let left = tokens / 2;
  return files.slice(0, namedFilesAtMost).filter(({ name }) => (left -= estimateTokens(name) + tokensAroundName) >= 0);
}

/** Returns what a plan has to know of a document. */
export const readableOf = ({ id, message_id: messageId, bytes_of_text: bytes, passages }: BranchFile): Readable => ({
  id,
  messageId,
  tokens: tokensOfBytes(bytes + passages * bytesAroundPassage),
});

/** Reads the planned beginnings of the documents, except those read in parts, and what the model is told of each. */
export async function readDocuments(
  trx: Trx,
  documents: readonly BranchFile[],
  planned: ReadonlyMap<string, number>,
  { namesTokens, parts }: { namesTokens: number; parts: readonly FilePart[] },
): Promise<{ begun: Source[]; files: ReadFile[] }> {
  const partsOf = Map.groupBy(parts, ({ fileId }) => fileId);
  const tokensOf = (id: string) => (partsOf.has(id) ? 0 : (planned.get(id) ?? 0));
  const begun = await readBeginnings(
    trx,
    documents
      .filter(({ id }) => tokensOf(id) > 0)
      .map(({ id }) => ({ fileId: id, bytes: bytesOfTokens(tokensOf(id)) })),
  );
  const bytesRead = new Map<string, number>();
  for (const { citation } of begun)
    bytesRead.set(citation.file_id, (bytesRead.get(citation.file_id) ?? 0) + Buffer.byteLength(citation.passage));
  for (const { fileId, bytes } of parts) bytesRead.set(fileId, (bytesRead.get(fileId) ?? 0) + bytes);
  const read = documents.map((document) => ({
    document,
    share: document.bytes_of_text === 0 ? 1 : (bytesRead.get(document.id) ?? 0) / document.bytes_of_text,
  }));
  const headings = await readHeadings(
    trx,
    read.filter(({ share }) => share < 1).map(({ document }) => document.id),
    namesTokens / 2,
  );
  return {
    begun,
    files: read.map(({ document: { id, name, unread_pages: unread }, share }) => ({
      id,
      name,
      share,
      headings: headings.get(id) ?? [],
      ...notedIn(partsOf.get(id)?.length),
      ...(unread === null ? {} : { unread }),
    })),
  };
}

const notedIn = (parts: number | undefined) => (parts === undefined ? {} : { isNoted: true, parts });

/**
 * What people are told below an answer, as most who read it have not seen the file: also of pages whose text was
 * recognised.
 */
export function readingOf(turnIds: readonly string[], isCut: boolean, files: readonly ReadFile[]): RunReading | null {
  const cut = files
    .filter(({ share, parts, unread }) => share < 1 || parts !== undefined || unread !== undefined)
    .map(({ id, name, share, parts, unread }) => ({
      file_id: id,
      name,
      share,
      ...(parts === undefined ? {} : { parts }),
      ...(unread === undefined ? {} : { unread_pages: unread }),
    }));
  return isCut || cut.length > 0 ? { first_message_id: isCut ? (turnIds[0] ?? null) : null, files: cut } : null;
}
