import * as z from '@parlance/shared/contract/schema';
import { randomUuid } from '@parlance/shared/random-uuid';

/** An attempt to send a text with its files, in the form stored for a reload. */
export const attempt = z.object({
  /** The recipient: a bot, a dialogue or a branch. */
  to: z.string(),
  text: z.string(),
  attachmentIds: z.array(z.string()),
  /** The idempotency key. */
  key: z.uuid(),
  /** True once the person has read a rule's warning about it. */
  acceptsWarning: z.boolean(),
});
export type Attempt = Readonly<Omit<z.infer<typeof attempt>, 'attachmentIds'>> & {
  readonly attachmentIds: readonly string[];
};
/** The wish to send something: recipient and content. */
type Wish = Pick<Attempt, 'to' | 'text' | 'attachmentIds'>;

export const isSameWish = (one: Wish, other: Wish): boolean =>
  one.to === other.to && one.text === other.text && one.attachmentIds.join() === other.attachmentIds.join();

/** Returns the attempt for a wish: the failed one again for the same wish, a new one for any other. */
export function attemptFor(wish: Wish, failed: Attempt | null, key: string = randomUuid()): Attempt {
  return failed !== null && isSameWish(wish, failed) ? failed : { ...wish, key, acceptsWarning: false };
}
