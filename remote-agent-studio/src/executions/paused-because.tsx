import './texts.ts';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import { useTranslation } from '@parlance/shared/i18n';

/** Why a schedule or an automation does nothing. */
export function PausedBecause({ reason }: { readonly reason: PauseReason }) {
  const { t } = useTranslation('executions');
  return t(`paused.${reason}`);
}
