export { csvOf } from '@parlance/shared/contract/csv';

/** Hands a CSV text to the browser as a file to keep. */
export function downloadCsv(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The click has been handed over; browsers keep what the URL stood for until the file is written.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
