import {
  attachmentEndings,
  attachmentMaxBytes,
  endingOf,
  imageEndings,
  unsupportedCode,
} from '@parlance/shared/contract/api/attachments';
import type { Attachment } from '@parlance/shared/contract/api/attachments';
import type { RecognitionProgress, UnreadPages } from '@parlance/shared/contract/api/unread-pages';

/**
 * A file chosen for a prompt. `restoring`: it was stored with its draft and is being looked up. `failed`: it may be
 * retried. `refused`: it may not be sent at all. `gone`: the server no longer has it. `problem` is the key of the text
 * with the reason.
 */
export type ChosenFile = {
  /** The key within this page. */
  readonly key: string;
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  readonly isImage: boolean;
  /** The bytes, as long as the server does not have them. */
  readonly source: File | null;
  /** An object URL of the picture. */
  readonly preview: string | null;
  readonly state: 'restoring' | 'uploading' | 'reading' | 'ready' | 'failed' | 'refused' | 'gone';
  /** The share that has left the browser, from 0 to 1. */
  readonly part: number;
  /** The id of the attachment, once the server has it. */
  readonly id: string | null;
  readonly problem: string | null;
  /** The pages that could not be read, or whose text was recognised; null if there are none, or if it is not known. */
  readonly unread: UnreadPages | null;
  /** The last known progress of recognising the text of its pages; null if there was none. */
  readonly recognition: RecognitionProgress | null;
};

/** True if the answering model takes pictures; null while unknown. */
export type SeesImages = boolean | null;

/** An attachment stored with a draft, in the server's present state. */
export type KeptAttachment = Attachment & { readonly is_sent: boolean };

const isImageEnding = (ending: string): boolean => imageEndings.some((image) => image === ending);
export const isImageName = (name: string): boolean => isImageEnding(endingOf(name));

/** Returns the extensions for the system's file dialog. */
export const acceptedEndings = (seesImages: SeesImages): string =>
  attachmentEndings
    .filter((ending) => seesImages !== false || !isImageEnding(ending))
    .map((ending) => `.${ending}`)
    .join();

const unseen = 'attachments.noImages';

/** Returns the key of the text why a file is refused, before a byte leaves the browser; null if it can be sent. */
export function refusalOf(
  file: { readonly name: string; readonly size: number },
  seesImages: SeesImages,
): string | null {
  if (!attachmentEndings.includes(endingOf(file.name))) return problemOfName(file.name);
  if (seesImages === false && isImageName(file.name)) return unseen;
  if (file.size > attachmentMaxBytes) return 'attachments.tooLarge';
  return file.size === 0 ? 'attachments.empty' : null;
}

const problemOfName = (name: string): string =>
  unsupportedCode(name) === 'heic_unsupported' ? 'shared:errors.heic_unsupported' : 'attachments.wrongKind';

/** Judges a file for the present model: a picture is refused if the model is known to take none. */
export function judgeFile(file: ChosenFile, seesImages: SeesImages): ChosenFile {
  return file.isImage && seesImages === false && file.state !== 'gone'
    ? { ...file, state: 'refused', problem: unseen }
    : file;
}

/** Says whether a picture was held back for a model that takes none, before a byte of it was sent. */
export const isHeldBack = ({ state, id, problem }: ChosenFile): boolean =>
  state === 'refused' && id === null && problem === unseen;

export type FileChange =
  | { readonly type: 'chosen'; readonly files: readonly ChosenFile[] }
  | { readonly type: 'sent-part'; readonly key: string; readonly part: number }
  | { readonly type: 'known'; readonly key: string; readonly attachment: Attachment }
  | { readonly type: 'failed'; readonly key: string; readonly problem: string; readonly mayBeTriedAgain: boolean }
  | { readonly type: 'gone'; readonly key: string }
  | { readonly type: 'again'; readonly key: string }
  | { readonly type: 'removed'; readonly key: string };

export function changeFiles(files: readonly ChosenFile[], change: FileChange): readonly ChosenFile[] {
  switch (change.type) {
    case 'chosen':
      return [...files, ...change.files];
    case 'sent-part':
      return withFile(files, change.key, () => ({ part: change.part }));
    case 'known':
      return withFile(files, change.key, () => knownAs(change.attachment));
    case 'failed':
      return withFile(files, change.key, () => ({
        state: change.mayBeTriedAgain ? 'failed' : 'refused',
        problem: change.problem,
      }));
    case 'gone':
      return withFile(files, change.key, () => isGone);
    case 'again':
      return withFile(files, change.key, ({ id }) => ({
        state: id === null ? 'uploading' : 'restoring',
        part: 0,
        problem: null,
      }));
    case 'removed':
      return files.filter(({ key }) => key !== change.key);
  }
}

const isGone = { state: 'gone', id: null, problem: 'attachments.gone' } as const;

/** Returns a file in the server's state. */
export function fileOf(attachment: Attachment): ChosenFile {
  const { id, name, size } = attachment;
  return { key: id, name, size, isImage: attachment.kind === 'image', preview: null, ...knownAs(attachment) };
}

/**
 * Returns the state of an attachment. A file that the server could not read is refused: the same bytes will fail again.
 */
const knownAs = ({
  id,
  state,
  error_code,
  unread_pages: unread = null,
  recognition = null,
}: Attachment): Pick<ChosenFile, 'id' | 'source' | 'state' | 'part' | 'problem' | 'unread' | 'recognition'> => ({
  id,
  source: null,
  state: state === 'failed' ? 'refused' : state,
  part: 1,
  problem: state === 'failed' ? `shared:errors.${error_code ?? 'file_unreadable'}` : null,
  unread,
  recognition,
});

/**
 * Updates the looked-up files to the server's state. A sent one belongs to its message, and is dropped from the draft.
 */
export function lookedUp(
  files: readonly ChosenFile[],
  asked: readonly string[],
  found: readonly KeptAttachment[],
): readonly ChosenFile[] {
  return files.flatMap((file) => {
    if (file.id === null || !asked.includes(file.id)) return [file];
    const known = found.find(({ id }) => id === file.id);
    if (known === undefined) return [{ ...file, ...isGone }];
    return known.is_sent ? [] : [{ ...file, ...knownAs(known) }];
  });
}

function withFile(
  files: readonly ChosenFile[],
  key: string,
  change: (file: ChosenFile) => Partial<ChosenFile>,
): readonly ChosenFile[] {
  return files.map((file) => (file.key === key ? { ...file, ...change(file) } : file));
}

/** Returns the progress of recognising the text of a file, as long as that goes on. */
export const recognitionOf = ({ state, recognition }: ChosenFile): RecognitionProgress | null =>
  state === 'reading' ? recognition : null;

/** Says whether a file is still being uploaded, read, or restored to its draft. */
export const isOnItsWay = ({ state }: ChosenFile): boolean =>
  state === 'restoring' || state === 'uploading' || state === 'reading';
