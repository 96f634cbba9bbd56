import type { Trx } from '../db/database.ts';

/** A reaction to an event, in the transaction in which it happened: both are kept, or neither. */
export type Subscriber<Told> = (trx: Trx, happened: Told) => Promise<void>;

/**
 * An event of one room that rooms above it respond to. The publisher does not know its subscribers: an arrow between
 * floors only ever points down.
 */
export type DomainEvent<Told> = {
  /** Resolves when every subscriber has done its part; rejects with the first failure, which ends the transaction. */
  publish: Subscriber<Told>;
  /** Subscribes; repeated calls with the same subscriber have no effect. */
  subscribe(subscriber: Subscriber<Told>): void;
};

/** The payload that subscribers of an event receive. */
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
