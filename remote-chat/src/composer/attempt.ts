import { randomUuid } from '@parlance/shared/random-uuid';

/** One wish to send a text with its files. The key makes a repeated request the same one for the server. */
export type Attempt = {
  readonly text: string;
  readonly key: string;
  readonly attachmentIds: readonly string[];
  /** The person has read what a rule says of it. */
  readonly acceptsWarning: boolean;
};

/** The same text and files tried again after a failure are the same attempt; others are another one. */
export function attemptFor(text: string, attachmentIds: readonly string[], failed: Attempt | null): Attempt {
  const isSame = failed?.text === text && failed.attachmentIds.join() === attachmentIds.join();
  return isSame ? failed : { text, attachmentIds, key: randomUuid(), acceptsWarning: false };
}
