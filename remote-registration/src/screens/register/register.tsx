import { useLocation } from '@parlance/shared/router';
import { tokenInAddress, tokenTakenUp } from '../../invitation/invitation-token.ts';
import { GuardedStep } from '../../registration/guarded-step.tsx';
import { Begin } from './begin.tsx';
import { Invited } from './invited.tsx';

/** Where a registration begins, and where an invitation lands. */
export default function Register() {
  const { search } = useLocation();
  const inAddress = tokenInAddress(search);
  return (
    <GuardedStep step="start" link={inAddress === null ? null : 'invitation'}>
      {(attempt) => {
        const token = inAddress ?? tokenTakenUp();
        return token === null ? <Begin attempt={attempt} /> : <Invited token={token} attempt={attempt} />;
      }}
    </GuardedStep>
  );
}
