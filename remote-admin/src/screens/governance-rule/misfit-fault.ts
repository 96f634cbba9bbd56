import type { misfitOf } from '@parlance/shared/contract/api/governance/rule';
import type { Fault } from '@parlance/shared/ui/fields';

/** Says why a rule cannot do what it says, and what would help. */
export const misfitFault = (misfit: NonNullable<ReturnType<typeof misfitOf>>): Fault & { readonly key: string } => ({
  key: `admin:governance.misfits.${misfit}`,
});
