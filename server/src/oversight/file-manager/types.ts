import type { ManagedType } from '@parlance/shared/contract/api/file-manager';
import { fileKinds } from '../../library/extraction/file-kinds.ts';

/** The media types of what a person takes for one type. */
export const mediaTypesOf: Readonly<Record<ManagedType, readonly string[]>> = {
  pdf: [fileKinds.pdf.mediaType],
  document: [fileKinds.docx.mediaType, fileKinds.odt.mediaType, fileKinds.rtf.mediaType],
  spreadsheet: [
    fileKinds.xlsx.mediaType,
    fileKinds.xlsm.mediaType,
    fileKinds.ods.mediaType,
    fileKinds.csv.mediaType,
    fileKinds.tsv.mediaType,
  ],
  presentation: [fileKinds.pptx.mediaType, fileKinds.odp.mediaType],
  page: [fileKinds.html.mediaType],
  text: [
    fileKinds.txt.mediaType,
    fileKinds.md.mediaType,
    fileKinds.json.mediaType,
    fileKinds.eml.mediaType,
    fileKinds.source.mediaType,
  ],
  picture: [fileKinds.png.mediaType, fileKinds.jpg.mediaType, fileKinds.webp.mediaType, fileKinds.gif.mediaType],
};

const types = new Map(
  Object.entries(mediaTypesOf).flatMap(([type, mediaTypes]) =>
    mediaTypes.map((mediaType) => [mediaType, type as ManagedType] as const),
  ),
); // the keys of an object of ours

/** Returns the type; unknown ones were taken in as text. */
export const typeOf = (mediaType: string): ManagedType => types.get(mediaType) ?? 'text';
