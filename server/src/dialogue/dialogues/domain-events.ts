import type { Rating } from '@parlance/shared/contract/api/dialogues';
import { domainEvent } from '../../platform/domain-events/domain-event.ts';

/** Published when an answer is rated, or rated anew. */
export const answerRated = domainEvent<{
  readonly organizationId: string;
  readonly messageId: string;
  /** The previous rating; undefined for the first one. */
  readonly before: Pick<Rating, 'value' | 'comment'> | undefined;
}>();
