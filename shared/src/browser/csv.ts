import { saveFile } from './download.ts';

export { csvOf } from '@parlance/shared/contract/values/csv';

/** Downloads a CSV text as a file. */
export const downloadCsv = (fileName: string, text: string): void => saveFile(fileName, text, 'text/csv;charset=utf-8');
