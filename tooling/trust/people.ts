import { type Caller, newCaller } from '../../e2e/harness/caller.ts';
import type { Fleet } from '../../e2e/harness/fleet.ts';
import { demoPassword } from '../../e2e/harness/visitor.ts';
import { inParallel } from '../workspace.ts';

/** Passwords are looked at two at a time in each process. */
const signInsAtOnce = 6;

export const signIn = (caller: Caller, email: string): Promise<Response> =>
  caller('/auth/v1/sign_in', { method: 'POST', body: JSON.stringify({ email, password: demoPassword }) });

/** A browser of each of them, signed in. */
export function signedIn(fleet: Fleet, emails: readonly string[]): Promise<Caller[]> {
  return inParallel(emails, signInsAtOnce, async (email) => {
    const caller = newCaller(fleet);
    const answer = await signIn(caller, email);
    if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
    await (await caller('/auth/v1/whoami')).arrayBuffer();
    return caller;
  });
}
