import type { KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const agentId = uuid(99);

/** Returns a source of the person's own that has been read. */
export const source = (number: number, more: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  id: uuid(number),
  kind: 'file',
  name: `File ${number}.pdf`,
  folder_id: null,
  state: 'ready',
  error_code: null,
  is_refreshing: false,
  file_id: uuid(number + 100),
  size: 2_000,
  passages: 3,
  items: 0,
  url: null,
  refresh: null,
  refreshed_at: '2026-11-21T10:00:00.000Z',
  owner: null,
  access: 'private',
  people: [],
  teams: [],
  used_by: [],
  updated_at: '2026-11-21T10:00:00.000Z',
  can: { read: true, edit: true, share: true, share_with_organization: false },
  ...more,
});

export const pdf = (name: string): File => new File(['%PDF-1.7'], name);

/** Returns the row of a source or of an upload. */
export const rowOf = async (name: string): Promise<ReturnType<typeof within>> =>
  within((await screen.findByText(name)).closest('li') ?? document.body);

/** Chooses from the menu of a source. */
export async function fromMenu(user: UserEvent, name: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for “${name}”` }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}
