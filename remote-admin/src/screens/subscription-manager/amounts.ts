import type { MeterKind } from '@parlance/shared/contract/api/subscription/subscription';
import { billingDay, billingMoment, billingSpan } from '@parlance/shared/contract/values/billing-days';
import { moneyText } from '@parlance/shared/contract/values/money';
import { currentLanguage } from '@parlance/shared/i18n';
import { formatBytes, formatNumber } from '@parlance/shared/i18n/format';
import type { PlanLimit } from './differences.ts';

const bytesPerMegabyte = 1_000_000;

/** Formats the value of a meter, with its unit. */
export const meterAmount = (kind: MeterKind, value: number): string =>
  kind === 'storage' ? formatBytes(currentLanguage(), value) : formatNumber(currentLanguage(), value);

/** Formats a limit of a plan, with its unit. */
export const limitAmount = (limit: PlanLimit, value: number): string =>
  limit === 'storage_megabytes'
    ? formatBytes(currentLanguage(), value * bytesPerMegabyte)
    : formatNumber(currentLanguage(), value);

export const money = (amount: number, currency: string): string => moneyText(currentLanguage(), amount, currency);

/** Formats a day of an invoice or a period. */
export const dayText = (moment: string): string => billingDay(currentLanguage(), moment);

/** Formats a moment, with the time of day. */
export const momentText = (moment: string): string => billingMoment(currentLanguage(), moment);

export const spanText = (span: Parameters<typeof billingSpan>[1]): string => billingSpan(currentLanguage(), span);
