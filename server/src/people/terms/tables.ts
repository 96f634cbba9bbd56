import type { LegalDocument } from '@parlance/shared/contract/page/legal';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Generated } from 'kysely';

export type TermsTables = {
  /** One row a version that somebody accepted. */
  terms_acceptances: {
    user_id: string;
    document: LegalDocument;
    version: string;
    language: Language;
    accepted_at: Generated<Date>;
    accepted_from: string;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends TermsTables {}
}
