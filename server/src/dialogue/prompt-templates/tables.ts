import type { PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import type { RatingValue } from '@parlance/shared/contract/api/dialogues';
import type {
  TemplateReview,
  TemplateScope,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/json.ts';

export type PromptTemplateTables = {
  prompt_templates: {
    id: Generated<string>;
    organization_id: string;
    /** Null when who it belonged to has left. */
    owner_id: string | null;
    /** Unique among those of the organisation that are not deleted. */
    command: string | null;
    category: Generated<string>;
    tags: Generated<string[]>;
    is_enabled: Generated<boolean>;
    scope: Generated<TemplateScope>;
    revision: Generated<number>;
    newest_version: Generated<number>;
    version_in_use: number | null;
    review_state: TemplateReview['state'] | null;
    review_version: number | null;
    review_asked_by: string | null;
    review_asked_at: Date | null;
    review_reason: Generated<string>;
    uses: Generated<number>;
    changed_by: string | null;
    updated_at: Generated<Date>;
    archived_at: Date | null;
    deleted_at: Date | null;
  };
  prompt_template_versions: {
    id: Generated<string>;
    organization_id: string;
    template_id: string;
    number: number;
    definition: Json<PromptTemplateDefinition>;
    message: Generated<string>;
    created_by: string | null;
    created_at: Generated<Date>;
  };
  prompt_template_people: { organization_id: string; template_id: string; member_id: string };
  prompt_template_teams: { organization_id: string; template_id: string; team_id: string };
  prompt_template_marks: {
    organization_id: string;
    template_id: string;
    member_id: string;
    is_favorite: Generated<boolean>;
    rating: RatingValue | null;
  };
  prompt_template_requests: {
    organization_id: string;
    member_id: string;
    idempotency_key: string;
    request_fingerprint: Buffer | null;
    template_id: string;
    made_at: Generated<Date>;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends PromptTemplateTables {}
}
