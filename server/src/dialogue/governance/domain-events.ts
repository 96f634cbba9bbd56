import { domainEvent } from '../../platform/domain-events/domain-event.ts';

/** Published when rules have findings. */
export const rulesHit = domainEvent<{
  readonly organizationId: string;
  readonly hitIds: readonly string[];
  /** The run of the answer, if there is one. */
  readonly runId: string | null;
}>();
