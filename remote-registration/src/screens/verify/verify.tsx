import { linkToken } from '@parlance/shared/contract/link';
import * as z from '@parlance/shared/contract/schema';
import { useLocation } from '@parlance/shared/router';
import { GuardedStep } from '../../registration/guarded-step.tsx';
import { ByLink } from './by-link.tsx';
import { Summary } from './summary.tsx';

/** Step 5: everything entered, to be confirmed. The link of the mail lands here as well. */
export default function Verify() {
  const { search } = useLocation();
  const token = z.safeParse(linkToken, new URLSearchParams(search).get('token'));
  return (
    <GuardedStep step="summary" link={token.success ? 'verification' : null}>
      {(attempt) => (token.success ? <ByLink token={token.data} attempt={attempt} /> : attempt !== null && <Summary attempt={attempt} />)}
    </GuardedStep>
  );
}
