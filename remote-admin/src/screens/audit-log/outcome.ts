import type { WebhookDelivery } from '@parlance/shared/contract/api/audit/audit-webhook';
import type { Translate } from './sentence.ts';

/** Returns the outcome of a failed attempt in words. */
export const outcomeText = (
  t: Translate,
  { status, error_code: code }: Pick<WebhookDelivery, 'status' | 'error_code'>,
): string =>
  status === null ? t(`shared:errors.${code ?? 'address_unreachable'}`) : t('audit-log:webhook.refused', { status });
