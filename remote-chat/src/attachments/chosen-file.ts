import { attachmentEndings, attachmentMaxBytes } from '@parlance/shared/contract/api/attachments';
import type { Attachment } from '@parlance/shared/contract/api/attachments';

/**
 * A file for a prompt on its way. `restoring`: it was kept with its draft and is being looked up. `failed`: it may be
 * tried again. `refused`: it may not be sent at all. `gone`: the server has it no more. `problem` is the key of the
 * text that says why.
 */
export type ChosenFile = {
  /** Its place in this page. */
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly isImage: boolean;
  /** Its bytes, as long as the server does not have them. */
  readonly source: File | null;
  /** An address within this page that shows the picture. */
  readonly preview: string | null;
  readonly state: 'restoring' | 'uploading' | 'reading' | 'ready' | 'failed' | 'refused' | 'gone';
  /** The part that has left the browser, from 0 to 1. */
  readonly part: number;
  /** The attachment, once the server has it. */
  readonly id: string | null;
  readonly problem: string | null;
};

/** Whether the model that answers can look at pictures; null as long as that is not known. */
export type SeesImages = boolean | null;

/** An attachment that a draft kept, as the server knows it now. */
export type KeptAttachment = Attachment & { readonly is_sent: boolean };

const imageEndings: readonly string[] = ['png', 'jpg', 'jpeg', 'webp', 'gif'];
const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();
export const isImageName = (name: string): boolean => imageEndings.includes(endingOf(name));

/** What the dialog of the system offers to choose from. */
export const acceptedEndings = (seesImages: SeesImages): string =>
  attachmentEndings
    .filter((ending) => seesImages !== false || !imageEndings.includes(ending))
    .map((ending) => `.${ending}`)
    .join();

const unseen = 'attachments.noImages';

/** Why a file cannot be sent, as the key of a text; null where it can. Said before a byte leaves the browser. */
export function refusalOf(
  file: { readonly name: string; readonly size: number },
  seesImages: SeesImages,
): string | null {
  if (!attachmentEndings.some((ending) => ending === endingOf(file.name))) return 'attachments.wrongKind';
  if (seesImages === false && isImageName(file.name)) return unseen;
  if (file.size > attachmentMaxBytes) return 'attachments.tooLarge';
  return file.size === 0 ? 'attachments.empty' : null;
}

/**
 * A file as it stands for the model that answers now: a picture is refused where that model sees none, and only where
 * that is known.
 */
export function judgeFile(file: ChosenFile, seesImages: SeesImages): ChosenFile {
  return file.isImage && seesImages === false && file.state !== 'gone'
    ? { ...file, state: 'refused', problem: unseen }
    : file;
}

/** Whether a picture was held back for a model that sees none, before a byte of it was sent. */
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

/** A file as the server knows it. */
export function fileOf(attachment: Attachment): ChosenFile {
  const { id, name, size } = attachment;
  return { key: id, name, size, isImage: attachment.kind === 'image', preview: null, ...knownAs(attachment) };
}

/** A file that the server could not read is refused: the same bytes will fail again. */
const knownAs = ({
  id,
  state,
  error_code,
}: Attachment): Pick<ChosenFile, 'id' | 'source' | 'state' | 'part' | 'problem'> => ({
  id,
  source: null,
  state: state === 'failed' ? 'refused' : state,
  part: 1,
  problem: state === 'failed' ? `shared:errors.${error_code ?? 'file_unreadable'}` : null,
});

/**
 * The files that were asked for, as the server knows them. What was sent belongs to its message, and is in no draft any
 * more.
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

/** Whether a file is still on its way into the server, into words, or back into its draft. */
export const isOnItsWay = ({ state }: ChosenFile): boolean =>
  state === 'restoring' || state === 'uploading' || state === 'reading';
