import type { Trx } from '../db/database.ts';

/** Does something about what has happened, in the transaction in which it happened: both are kept, or neither. */
export type Subscriber<Told> = (trx: Trx, happened: Told) => Promise<void>;

/**
 * Something that happens in one room and that rooms above it answer to. Who publishes it does not know them: an arrow
 * between floors only ever points down.
 */
export type DomainEvent<Told> = {
  /** Resolves when every subscriber has done its part; rejects with the first failure, which ends the transaction. */
  publish: Subscriber<Told>;
  /** Once for each subscriber, however often it is said. */
  subscribe(subscriber: Subscriber<Told>): void;
};

/** What subscribers of an event are told. */
export type EventDetail<Event> = Event extends DomainEvent<infer Told> ? Told : never;

export function domainEvent<Told>(): DomainEvent<Told> {
  const subscribers = new Set<Subscriber<Told>>();
  return {
    async publish(trx, happened) {
      for (const subscriber of subscribers) await subscriber(trx, happened);
    },
    subscribe: (subscriber) => void subscribers.add(subscriber),
  };
}
