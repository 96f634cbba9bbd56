import { useState } from 'react';
import { listApprovals, type Approval } from '@parlance/shared/contract/api/governance/rules';
import { decideApproval } from '@parlance/shared/contract/api/runs/approvals';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEndpointPages, type Pages } from '@parlance/shared/loading';
import { snackbar } from '@parlance/shared/ui/toasts';

/** Loads the prompts that wait for an administrator, oldest first. */
export const useApprovals = (): Pages<Approval> => useEndpointPages(listApprovals, {});

type Deciding = { readonly isSending: boolean; readonly decide: (allow: boolean, note: string) => Promise<void> };

/** Decides about one of them. If somebody else has decided meanwhile, reports that and keeps the row. */
export function useDecision(id: string, onSettled: () => void): Deciding {
  const { t } = useTranslation('admin');
  const [isSending, setIsSending] = useState(false);

  async function decide(allow: boolean, note: string): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    try {
      await call(decideApproval, { params: { approval_id: id }, body: { allow, note } });
      snackbar(t(allow ? 'governance.approvals.allowed' : 'governance.approvals.refused'), { tone: 'good' });
      onSettled();
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
      setIsSending(false);
    }
  }
  return { isSending, decide };
}
