import { domainEvent } from '../../platform/domain-events/domain-event.ts';

/** A source of knowledge was read for the first time. */
export const fileAdded = domainEvent<{ readonly organizationId: string; readonly sourceId: string }>();
