import type { Attachment } from '@parlance/shared/contract/api/attachments';
import type { Generated } from 'kysely';

export type AttachmentTables = {
  attachments: {
    id: Generated<string>;
    organization_id: string;
    /** Who brought it. */
    member_id: string | null;
    file_id: string;
    kind: Attachment['kind'];
    created_at: Generated<Date>;
  };
  message_attachments: {
    organization_id: string;
    message_id: string;
    attachment_id: string;
    /** In the order they were attached, from 0. */
    position: number;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends AttachmentTables {}
}
