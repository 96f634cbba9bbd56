import { domainEvent } from '../../platform/domain-events/domain-event.ts';

/** Rules have found something. */
export const rulesHit = domainEvent<{
  readonly organizationId: string;
  readonly hitIds: readonly string[];
  /** The answer that it was about, where there is one. */
  readonly runId: string | null;
}>();
