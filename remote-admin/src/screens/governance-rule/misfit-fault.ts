import type { misfitOf } from '@parlance/shared/contract/api/governance/rule';
import type { Fault } from '@parlance/shared/ui/fields';

/** Returns the fault of an action that does not fit its rule, and the remedy. */
export const misfitFault = (misfit: NonNullable<ReturnType<typeof misfitOf>>): Fault & { readonly key: string } => ({
  key: `admin:governance.misfits.${misfit}`,
});
