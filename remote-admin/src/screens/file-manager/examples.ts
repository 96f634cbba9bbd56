import type { ManagedFile } from '@parlance/shared/contract/api/file-manager';
import type { KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';

export const exampleId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const exampleTime = '2026-11-21T10:00:00.000Z';
export const exampleSource: KnowledgeSource = {
  id: exampleId(1),
  kind: 'file',
  name: 'Handbook.pdf',
  folder_id: null,
  state: 'ready',
  error_code: null,
  is_refreshing: false,
  file_id: exampleId(101),
  size: 2_000,
  passages: 3,
  items: 0,
  url: null,
  refresh: null,
  refreshed_at: exampleTime,
  owner: { id: exampleId(7), name: 'Mei Tanaka' },
  access: 'private',
  people: [],
  teams: [],
  used_by: [{ id: exampleId(9), name: 'House Guide' }],
  updated_at: exampleTime,
  can: { read: true, edit: true, share: true, share_with_organization: true },
};
/** A file that one agent uses. */
export const exampleFile: ManagedFile = { ...exampleSource, type: 'pdf', folder: null };
/** A folder with four files in it. */
export const exampleFolder: KnowledgeSource = {
  ...exampleSource,
  id: exampleId(3),
  kind: 'folder',
  name: 'Trips',
  file_id: null,
  items: 4,
};
