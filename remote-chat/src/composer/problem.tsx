import { attachmentsAtMost } from '@parlance/shared/contract/api/attachments';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { WarningMark } from '@parlance/shared/ui/marks';
import { isAllowanceSpent, showAllowance } from '../allowance/allowance-news.ts';
import controls from '../controls/controls.module.css';
import composer from './composer.module.css';
import { ruleName, ruleWords } from './rule-words.ts';
import type { ComposerState } from './use-composer.ts';

/** The reason a message cannot be sent, or was not. */
export function Problem({ state }: { readonly state: ComposerState }) {
  const { t } = useTranslation('chat');
  if (state.excess > 0) {
    return (
      <p className={composer.problem} role="alert">
        <WarningMark />
        <span>{t('composer.tooLong', { number: formatNumber(currentLanguage(), state.excess) })}</span>
      </p>
    );
  }
  if (state.filesOver > 0) {
    return (
      <p className={composer.problem} role="alert">
        <WarningMark />
        <span>{t('attachments.overLimit', { number: attachmentsAtMost })}</span>
      </p>
    );
  }
  if (state.failure === null) return null;
  const name = ruleName(state.failure);
  return (
    <div className={composer.problem} role="alert">
      <WarningMark />
      <span>
        {t('composer.notSent')} {t(failureKey(state.failure))} {ruleWords(state.failure)}
        {name !== null && name !== '' && <small className={composer.byRule}>{t('composer.byRule', { name })}</small>}
      </span>
      {isAllowanceSpent(state.failure) && (
        <button type="button" className={controls.button} onClick={showAllowance}>
          {t('allowance.title')}
        </button>
      )}
      {state.sendWarned !== null && (
        <button type="button" className={controls.button} onClick={state.sendWarned}>
          {t('composer.sendWarned')}
        </button>
      )}
      {ruleWords(state.failure) === null && (
        <button type="button" className={controls.button} onClick={() => state.submit()} disabled={!state.canSend}>
          {t('loading.retry')}
        </button>
      )}
    </div>
  );
}
