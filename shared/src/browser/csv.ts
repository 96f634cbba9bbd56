import { saveFile } from './download.ts';

export { csvOf } from '@parlance/shared/contract/values/csv';

/** Hands a CSV text to the browser as a file to keep. */
export const downloadCsv = (fileName: string, text: string): void => saveFile(fileName, text, 'text/csv;charset=utf-8');
