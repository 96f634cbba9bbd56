import { uploadAttachment, type Attachment } from '@parlance/shared/contract/api/attachments';
import { uploadPartBytes } from '@parlance/shared/contract/values/upload-sizes';
import { upload, type UploadOptions } from '@parlance/shared/http';

type Sending = Required<UploadOptions> & {
  /** Called with a function that drops the parts of a large file. */
  readonly onBegun: (giveUp: () => void) => void;
};

/** Uploads a file: a large one part by part, so that a network failure costs no more than one of them. */
export async function sendAttachment(file: File, { onBegun, ...options }: Sending): Promise<Attachment> {
  if (file.size <= uploadPartBytes) return upload(uploadAttachment, { query: { name: file.name }, file }, options);
  // Loaded on demand: it is seldom needed, and then there is time.
  const { sendInParts } = await import('@parlance/shared/uploads/send-in-parts');
  const { attachment } = await sendInParts({ file, to: { kind: 'attachment' }, onBegun, ...options });
  if (attachment === null) throw new Error('A large file was taken in as something else than an attachment.');
  return attachment;
}
