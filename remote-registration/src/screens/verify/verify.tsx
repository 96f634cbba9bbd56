import { LoadingState } from '@parlance/shared/ui/page';
import { GuardedStep } from '../../registration/guarded-step.tsx';
import { useSecretOfLink } from '../../registration/secret-of-link.ts';
import { ByLink } from './by-link.tsx';
import { Summary } from './summary.tsx';

/** Step 5: all entries, to be confirmed. The link of the mail lands here as well. */
export default function Verify() {
  const token = useSecretOfLink('token');
  if (token === undefined) return <LoadingState />;
  return (
    <GuardedStep step="summary" link={token === null ? null : 'verification'}>
      {(attempt) =>
        token === null ? attempt !== null && <Summary attempt={attempt} /> : <ByLink token={token} attempt={attempt} />
      }
    </GuardedStep>
  );
}
