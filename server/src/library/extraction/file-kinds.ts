import type { attachmentEndings } from '@parlance/shared/contract/api/attachments';

export type Ending = (typeof attachmentEndings)[number];
/** The format; `page` is HTML from the web, whose text is told from what surrounds it. */
export type DocumentFormat = 'page' | 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'html' | 'markdown' | 'text' | 'csv' | 'json';
export type FileKind =
  | {
      readonly kind: 'document';
      readonly format: DocumentFormat;
      readonly mediaType: string;
      /** True: the bytes tell the kind. */
      readonly isBinary: boolean;
    }
  | { readonly kind: 'image'; readonly mediaType: string; readonly isBinary: true };

const binary = (format: DocumentFormat, mediaType: string): FileKind => ({
  kind: 'document',
  format,
  mediaType,
  isBinary: true,
});
const text = (format: DocumentFormat, mediaType: string): FileKind => ({
  kind: 'document',
  format,
  mediaType,
  isBinary: false,
});
const image = (mediaType: string): FileKind => ({ kind: 'image', mediaType, isBinary: true });

const jpeg = image('image/jpeg');
const html = text('html', 'text/html');

/** The kind of a file, by the ending of its name. */
export const fileKinds: Readonly<Record<Ending, FileKind>> = {
  pdf: binary('pdf', 'application/pdf'),
  docx: binary('docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  xlsx: binary('xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  pptx: binary('pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'),
  html,
  htm: html,
  md: text('markdown', 'text/markdown'),
  txt: text('text', 'text/plain'),
  csv: text('csv', 'text/csv'),
  json: text('json', 'application/json'),
  png: image('image/png'),
  jpg: jpeg,
  jpeg,
  webp: image('image/webp'),
  gif: image('image/gif'),
};

/** Returns the kind that a name promises; null for an ending that is not accepted. */
export function kindOfName(name: string): FileKind | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(fileKinds, ending) ? fileKinds[ending as Ending] : null; // just looked up
}

/** Returns the kind of a stored media type; null for one that is not accepted. */
export function kindOfMediaType(mediaType: string): FileKind | null {
  return Object.values(fileKinds).find((kind) => kind.mediaType === mediaType) ?? null;
}
