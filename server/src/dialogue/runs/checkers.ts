import type { Account } from '../../money/ledger/ledger.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Checker } from '../governance/engine/rule-set.ts';
import type { RuleBook } from '../governance/rule-book.ts';
/** Returns the checkers of an answer and of its material; null if no rule applies. */
export async function checkersOf(
  { db, ruleBook }: { readonly db: Database; readonly ruleBook: RuleBook },
  account: Account,
  governanceVersion: number,
): Promise<{ prompt: Checker | null; answer: Checker | null } | null> {
  const asker = { ...account, governanceVersion };
  const [ofPrompt, ofAnswer] = [
    { kind: 'prompt', botId: account.botId },
    { kind: 'answer', botId: account.botId },
  ] as const;
  const known = { prompt: ruleBook.known(asker, ofPrompt), answer: ruleBook.known(asker, ofAnswer) };
  const { prompt, answer } =
    known.prompt !== undefined && known.answer !== undefined
      ? { prompt: known.prompt, answer: known.answer }
      : await db.asTenant(asker.organizationId, async (trx) => ({
          prompt: await ruleBook.checker(trx, asker, ofPrompt),
          answer: await ruleBook.checker(trx, asker, ofAnswer),
        }));
  return prompt === null && answer === null ? null : { prompt, answer };
}
