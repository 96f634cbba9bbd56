import type { Attachment } from '@parlance/shared/contract/api/attachments';
import type { Generated } from 'kysely';

export type AttachmentTables = {
  attachments: {
    id: Generated<string>;
    organization_id: string;
    /** The member who uploaded it. */
    member_id: string | null;
    file_id: string;
    kind: Attachment['kind'];
    created_at: Generated<Date>;
  };
  message_attachments: {
    organization_id: string;
    message_id: string;
    attachment_id: string;
    /** The position in the order of attaching, from 0. */
    position: number;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends AttachmentTables {}
}
