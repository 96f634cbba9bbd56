import { currentLanguage, type useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import type { ElicitationFault } from '../contract/api/tools/elicitation-faults.ts';
import type { ElicitationField } from '../contract/api/tools/elicitations.ts';

type Translate = ReturnType<typeof useTranslation<'tool-calls'>>['t'];

/** Bounds by the fault of what is beyond them. */
const boundOf = (field: ElicitationField, fault: ElicitationFault): number | undefined => {
  if (field.type === 'text') return fault === 'too-short' ? field.min_length : field.max_length;
  if (field.type === 'number') return fault === 'too-small' ? field.minimum : field.maximum;
  return field.type === 'choices' ? (fault === 'too-few' ? field.min_items : field.max_items) : undefined;
};

/** Says in words what is wrong with the value of a field, and what would be right. */
export function faultText(field: ElicitationField, fault: ElicitationFault, t: Translate): string {
  switch (fault) {
    case 'missing':
      return t('shared:ui.promptFields.missing');
    case 'too-short':
    case 'too-long':
    case 'too-small':
    case 'too-large':
    case 'too-few':
    case 'too-many': {
      const bound = boundOf(field, fault);
      return bound === undefined
        ? invalid(field, t)
        : t(`tool-calls:elicitation.fault.${fault}`, { bound: told(bound) });
    }
    case 'no-integer':
      return t('tool-calls:elicitation.fault.no-integer');
    case 'pattern':
      return t('tool-calls:elicitation.fault.pattern');
    case 'kind':
    case 'format':
    case 'no-option':
    case 'unknown':
      return invalid(field, t);
  }
}

/** Says what kind of value a field takes. */
function invalid(field: ElicitationField, t: Translate): string {
  if (field.type === 'number') return t('tool-calls:elicitation.fault.number');
  return field.type === 'text' && field.format !== undefined
    ? t(`tool-calls:elicitation.format.${field.format}`)
    : t('shared:ui.promptFields.invalid');
}

const told = (bound: number): string => formatNumber(currentLanguage(), bound, { maximumFractionDigits: 20 });
