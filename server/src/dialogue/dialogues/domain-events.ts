import type { Rating } from '@parlance/shared/contract/api/dialogues';
import { domainEvent } from '../../platform/domain-events/domain-event.ts';

/** An answer was rated, or rated anew. */
export const answerRated = domainEvent<{
  readonly organizationId: string;
  readonly messageId: string;
  /** What was said of it before; undefined where it is rated for the first time. */
  readonly before: Pick<Rating, 'value' | 'comment'> | undefined;
}>();
