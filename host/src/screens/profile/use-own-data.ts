import { getOwnData } from '@parlance/shared/contract/api/account';
import { call } from '@parlance/shared/http';

/** Everything the product keeps about the person, as a file to keep. */
export async function downloadOwnData(): Promise<void> {
  const data = await call(getOwnData, {});
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `parlance-${data.exported_at.slice(0, 10)}.json`;
  link.click();
  // The click has been handed over; browsers keep what the URL stood for until the file is written.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
