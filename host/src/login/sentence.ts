import { whenIn } from '../length-of-time.ts';
import type { Answer } from './ask.ts';
import { textOf, type Texts } from './page-texts.ts';

/** Puts what is known into the places of a text: `{{tries}}`. */
export const fillIn = (text: string | undefined, given: Readonly<Record<string, string>>): string =>
  (text ?? '').replace(/\{\{(\w+)\}\}/g, (place, name: string) => given[name] ?? place);

/** The page's own words for a code it knows, else the server's, which come in the language that was asked for. */
export function sentence(texts: Texts, answer: Answer): string {
  if (answer.kind === 'done') return '';
  if (answer.kind !== 'refused')
    return textOf(texts, answer.kind === 'offline' ? 'host.login.offline' : 'host.login.unreachable') ?? '';
  const { code, message, retryAfter } = answer;
  if (retryAfter !== null && code === 'rate_limited')
    return fillIn(textOf(texts, 'host.login.limited'), { when: whenIn(retryAfter) });
  if (retryAfter !== null && code === 'account_locked')
    return fillIn(textOf(texts, 'host.login.locked'), { when: whenIn(retryAfter) });
  return textOf(texts, `shared.errors.${code}`) ?? message;
}
