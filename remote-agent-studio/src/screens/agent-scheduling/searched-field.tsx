import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import type { Fault } from '@parlance/shared/ui/fields';
import own from './schedule-form.module.css';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly fault: Fault | undefined;
  readonly children: ReactNode;
};

/** The frame of a search field, which labels itself; the label is shown here. */
export function SearchedField({ label, hint, fault, children }: Props) {
  const { t } = useTranslation('agent-scheduling');
  return (
    <div className="field" data-wrong={fault !== undefined}>
      <div className={own.label} aria-hidden="true">
        {label}
      </div>
      {children}
      <div className="field-fault" role="alert">
        {fault !== undefined && t(typeof fault.key === 'string' ? fault.key : [...fault.key])}
      </div>
      {fault === undefined && hint !== undefined && <div className="field-hint">{hint}</div>}
    </div>
  );
}
