import { attachmentEndings, attachmentMaxBytes, attachmentsAtMost } from '@parlance/shared/contract/api/attachments';
import type { Attachment } from '@parlance/shared/contract/api/attachments';

/**
 * A file for a prompt on its way. `refused`: it may not be sent at all, and `problem` is the key of the text that says
 * why; `failed`: it may be tried again.
 */
export type ChosenFile = {
  /** Its place in this page. */
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly isImage: boolean;
  /** An address within this page that shows the picture. */
  readonly preview: string | null;
  readonly state: 'uploading' | 'reading' | 'ready' | 'failed' | 'refused';
  /** The part that has left the browser, from 0 to 1. */
  readonly part: number;
  /** The attachment, once the server has it. */
  readonly id: string | null;
  readonly problem: string | null;
};

const imageEndings: readonly string[] = ['png', 'jpg', 'jpeg', 'webp', 'gif'];
const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
export const isImageName = (name: string): boolean => imageEndings.includes(endingOf(name));

/** What the dialog of the system offers to choose from. */
export const acceptedEndings = (seesImages: boolean): string =>
  attachmentEndings.filter((ending) => seesImages || !imageEndings.includes(ending)).map((ending) => `.${ending}`).join();

/** Why a file cannot be sent, as the key of a text; null where it can. Said before a byte leaves the browser. */
export function refusalOf(file: { readonly name: string; readonly size: number }, seesImages: boolean): string | null {
  if (!attachmentEndings.some((ending) => ending === endingOf(file.name))) return 'attachments.wrongKind';
  if (!seesImages && isImageName(file.name)) return 'attachments.noImages';
  if (file.size > attachmentMaxBytes) return 'attachments.tooLarge';
  return file.size === 0 ? 'attachments.empty' : null;
}

export type FileChange =
  | { readonly type: 'chosen'; readonly files: readonly ChosenFile[] }
  | { readonly type: 'sent-part'; readonly key: string; readonly part: number }
  | { readonly type: 'known'; readonly key: string; readonly attachment: Attachment }
  | { readonly type: 'failed'; readonly key: string; readonly problem: string; readonly mayBeTriedAgain: boolean }
  | { readonly type: 'again'; readonly key: string }
  | { readonly type: 'removed'; readonly key: string }
  | { readonly type: 'cleared' };

export function changeFiles(files: readonly ChosenFile[], change: FileChange): readonly ChosenFile[] {
  switch (change.type) {
    case 'chosen':
      return [...files, ...change.files].slice(0, attachmentsAtMost);
    case 'sent-part':
      return withFile(files, change.key, { part: change.part });
    case 'known':
      return withFile(files, change.key, knownAs(change.attachment));
    case 'failed':
      return withFile(files, change.key, { state: change.mayBeTriedAgain ? 'failed' : 'refused', problem: change.problem });
    case 'again':
      return withFile(files, change.key, { state: 'uploading', part: 0, id: null, problem: null });
    case 'removed':
      return files.filter(({ key }) => key !== change.key);
    case 'cleared':
      return [];
  }
}

/** A file as the server knows it. */
export function fileOf(attachment: Attachment): ChosenFile {
  const { id, name, size } = attachment;
  return { key: id, name, size, isImage: attachment.kind === 'image', preview: null, ...knownAs(attachment) };
}

/** A file that the server could not read is refused: the same bytes will fail again. */
const knownAs = ({ id, state, error_code }: Attachment): Pick<ChosenFile, 'id' | 'state' | 'part' | 'problem'> => ({
  id,
  state: state === 'failed' ? 'refused' : state,
  part: 1,
  problem: state === 'failed' ? `shared:errors.${error_code ?? 'file_unreadable'}` : null,
});

function withFile(files: readonly ChosenFile[], key: string, change: Partial<ChosenFile>): readonly ChosenFile[] {
  return files.map((file) => (file.key === key ? { ...file, ...change } : file));
}

/** Whether a file is still on its way into the server or into words. */
export const isOnItsWay = ({ state }: ChosenFile): boolean => state === 'uploading' || state === 'reading';
