import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { saveFile } from '@parlance/shared/download';
import { call } from '@parlance/shared/http';

/** Downloads everything the product keeps about the person, as a file. */
export async function downloadOwnData(): Promise<void> {
  const data = await call(getOwnData, {});
  saveFile(`parlance-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json');
}
