import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { readParts } from './archive.ts';
import { ExtractionFailure, type Section } from './document.ts';
import { sectionsOfHtml } from './read-html.ts';

/** Reads the text of a document under its headings. Pictures, fonts and embedded files are never unpacked. */
export async function readDocx(bytes: Uint8Array): Promise<Section[]> {
  const parts = readParts(bytes, (name) => /\.(xml|rels)$/i.test(name));
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
      { externalFileAccess: false, convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
    );
    return sectionsOfHtml(value);
  } catch (error) {
    if (error instanceof ExtractionFailure) throw error;
    throw new ExtractionFailure('file_unreadable', 'The document is damaged.', error);
  }
}
