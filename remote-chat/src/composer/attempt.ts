import { randomUuid } from '@parlance/shared/random-uuid';

/** What a person wants to send, and where to. */
type Wish = {
  /** The bot or the dialogue that is asked. */
  readonly to: string;
  readonly text: string;
  readonly attachmentIds: readonly string[];
};
/** One wish to send a text with its files. The key makes a repeated request the same one for the server. */
export type Attempt = Wish & {
  readonly key: string;
  /** The person has read what a rule says of it. */
  readonly acceptsWarning: boolean;
};

/** The same wish tried again after a failure is the same attempt; any other is another one. */
export function attemptFor(wish: Wish, failed: Attempt | null): Attempt {
  const isSame = failed?.to === wish.to && failed.text === wish.text && failed.attachmentIds.join() === wish.attachmentIds.join();
  return isSame ? failed : { ...wish, key: randomUuid(), acceptsWarning: false };
}
