import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright';

/** Returns the content of a download: the file itself lies with the browser, which may be another program’s. */
export const contentOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());
