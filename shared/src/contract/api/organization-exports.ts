import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';
import { exportStatus } from './dialogue-log.ts';

/**
 * Granted in an expired workspace too: nothing of an organisation is ever held back from its owner (specification §4).
 */
const requires = { role: 'owner', workspace: 'owner-when-expired' } as const;

export const organizationExport = z.object({
  id: z.uuid(),
  status: exportStatus,
  /** The size in bytes; null until it is complete. */
  size: z.nullable(z.int()),
  created_at: z.iso.datetime(),
  /** The time the file is deleted; null until it is complete. */
  expires_at: z.nullable(z.iso.datetime()),
});
export type OrganizationExport = z.infer<typeof organizationExport>;

/**
 * Starts an export of the whole organisation as a ZIP: members, dialogues, templates, agents, knowledge with its files,
 * and the audit log. Made in the background; a mail says when it is ready. While one is being made, a further request
 * returns that one.
 */
export const exportOrganization = endpoint({
  method: 'POST',
  path: '/organization-exports/v1/exports',
  requires,
  summary: 'Exports everything of the organisation.',
  body: z.strictObject({ idempotency_key: z.uuid() }),
  response: organizationExport,
});

/** Lists the exports with a file that is ready or being made, newest first. */
export const listOrganizationExports = endpoint({
  method: 'GET',
  path: '/organization-exports/v1/exports',
  requires,
  summary: 'Exports of the organisation.',
  response: z.object({ items: z.array(organizationExport) }),
});

export const downloadOrganizationExport = endpoint({
  method: 'GET',
  path: '/organization-exports/v1/exports/:export_id/content',
  requires,
  summary: 'An export of the organisation as a file.',
  params: z.object({ export_id: z.uuid() }),
  response: z.string(),
  answers: 'file',
});
