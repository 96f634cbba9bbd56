import * as z from '@parlance/shared/contract/schema';
import { randomUuid } from '@parlance/shared/random-uuid';

/** One wish to send a text with its files, as it is kept for a reload. */
export const attempt = z.object({
  /** The bot, the dialogue or the branch that is asked. */
  to: z.string(),
  text: z.string(),
  attachmentIds: z.array(z.string()),
  /** Makes a repeated request the same one for the server. */
  key: z.uuid(),
  /** The person has read what a rule says of it. */
  acceptsWarning: z.boolean(),
});
export type Attempt = Readonly<Omit<z.infer<typeof attempt>, 'attachmentIds'>> & {
  readonly attachmentIds: readonly string[];
};
/** What a person wants to send, and where to. */
type Wish = Pick<Attempt, 'to' | 'text' | 'attachmentIds'>;

export const isSameWish = (one: Wish, other: Wish): boolean =>
  one.to === other.to && one.text === other.text && one.attachmentIds.join() === other.attachmentIds.join();

/** The same wish tried again after a failure is the same attempt; any other is another one. */
export function attemptFor(wish: Wish, failed: Attempt | null, key: string = randomUuid()): Attempt {
  return failed !== null && isSameWish(wish, failed) ? failed : { ...wish, key, acceptsWarning: false };
}
