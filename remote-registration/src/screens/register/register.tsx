import { LoadingState } from '@parlance/shared/ui/page';
import { tokenTakenUp } from '../../invitation/invitation-token.ts';
import { GuardedStep } from '../../registration/guarded-step.tsx';
import { useSecretOfLink } from '../../registration/secret-of-link.ts';
import { Begin } from './begin.tsx';
import { Invited } from './invited.tsx';

/** The start of a registration, and the landing page of an invitation. */
export default function Register() {
  const opened = useSecretOfLink('invitation');
  if (opened === undefined) return <LoadingState />;
  return (
    <GuardedStep step="start" link={opened === null ? null : 'invitation'}>
      {(attempt) => {
        const token = opened ?? tokenTakenUp();
        return token === null ? <Begin attempt={attempt} /> : <Invited token={token} attempt={attempt} />;
      }}
    </GuardedStep>
  );
}
