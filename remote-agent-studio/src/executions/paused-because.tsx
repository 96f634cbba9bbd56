import './texts.ts';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import { useTranslation } from '@parlance/shared/i18n';

/** The reason a schedule or an automation is paused. */
export function PausedBecause({ reason }: { readonly reason: PauseReason }) {
  const { t } = useTranslation('executions');
  return t(`paused.${reason}`);
}
