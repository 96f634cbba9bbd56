import { endingOf, plainTextEndings, sourceEndings } from '@parlance/shared/contract/api/attachments';

/** The format; `page` is HTML from the web, whose text is told from what surrounds it. */
export type DocumentFormat =
  | 'page'
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'rtf'
  | 'eml'
  | 'html'
  | 'markdown'
  | 'text'
  | 'code'
  | 'csv'
  | 'json';
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

/** The kinds by which others are named. */
export const fileKinds = {
  pdf: binary('pdf', 'application/pdf'),
  docx: binary('docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  xlsx: binary('xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  pptx: binary('pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'),
  /** A workbook with macros, which are neither read nor run. */
  xlsm: binary('xlsx', 'application/vnd.ms-excel.sheet.macroenabled.12'),
  odt: binary('odt', 'application/vnd.oasis.opendocument.text'),
  ods: binary('ods', 'application/vnd.oasis.opendocument.spreadsheet'),
  odp: binary('odp', 'application/vnd.oasis.opendocument.presentation'),
  rtf: binary('rtf', 'application/rtf'),
  eml: text('eml', 'message/rfc822'),
  html,
  md: text('markdown', 'text/markdown'),
  txt: text('text', 'text/plain'),
  csv: text('csv', 'text/csv'),
  tsv: text('csv', 'text/tab-separated-values'),
  json: text('json', 'application/json'),
  /** Code of every language: none of them is run, and none has its own reader. */
  source: text('code', 'text/x-source'),
  png: image('image/png'),
  jpg: jpeg,
  webp: image('image/webp'),
  gif: image('image/gif'),
} as const;

const kindsOf = (endings: readonly string[], kind: FileKind) => endings.map((ending) => [ending, kind] as const);

/** The kind of a file, by the ending of its name. */
const kindByEnding: ReadonlyMap<string, FileKind> = new Map([
  ...Object.entries(fileKinds).filter(([ending]) => ending !== 'source'),
  ...kindsOf(['htm'], html),
  ...kindsOf(['markdown'], fileKinds.md),
  ...kindsOf(['geojson'], fileKinds.json),
  ...kindsOf(['jpeg'], jpeg),
  ...kindsOf(plainTextEndings, fileKinds.txt),
  ...kindsOf(sourceEndings, fileKinds.source),
]);

/** Returns the kind that a name promises; null for an ending that is not accepted. */
export const kindOfName = (name: string): FileKind | null => kindByEnding.get(endingOf(name)) ?? null;

/** Returns the kind of a stored media type; null for one that is not accepted. */
export function kindOfMediaType(mediaType: string): FileKind | null {
  return Object.values(fileKinds).find((kind) => kind.mediaType === mediaType) ?? null;
}
