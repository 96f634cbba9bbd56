import { Suspense, useState } from 'react';
import {
  versionMessageMaxLength,
  type PromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { useTranslation } from '@parlance/shared/i18n';
import { Conflict } from '@parlance/shared/ui/conflict';
import { FormEnd, TextField } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import type { FoundFault, TemplateDraft } from './draft.ts';
import styles from './templates.module.css';

const Compare = lazyPart(() => import('./compare.tsx'));

/** The faults of a template, all at once: one may be in a language that is not shown. */
export function Faults({ faults }: { readonly faults: readonly FoundFault[] }) {
  const { t } = useTranslation('agent-studio');
  return (
    <div role="alert">
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map(({ code, name }) => (
            <li key={`${code} ${name}`}>{t(`promptTemplateForm.faults.${code}`, { name })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

type End = {
  readonly message: string;
  readonly write: (message: string) => void;
  readonly isSending: boolean;
  readonly failure: unknown;
  readonly faults: readonly FoundFault[];
  /** The choice whether members use it from now on; absent if there is none. */
  readonly inUse?: {
    readonly value: boolean;
    readonly choose: (value: boolean) => void;
    readonly needsReview: boolean;
  };
  readonly back: string;
};

/** The end of the form: the message of the version, and the button. */
export function SaveEnd({ message, write, isSending, failure, faults, inUse, back }: End) {
  const { t } = useTranslation('agent-studio');
  return (
    <>
      <TextField
        label={t('promptTemplateForm.message')}
        isOptional
        value={message}
        maxLength={versionMessageMaxLength}
        onType={write}
      />
      {inUse !== undefined && (
        <label className={styles.check}>
          <input type="checkbox" checked={inUse.value} onChange={({ target }) => inUse.choose(target.checked)} />
          {inUse.needsReview ? t('promptTemplateForm.inUseReview') : t('promptTemplateForm.inUse')}
        </label>
      )}
      <Faults faults={faults} />
      <FormEnd label={t('promptTemplateForm.save')} isSending={isSending} failure={failure} back={back} />
    </>
  );
}

type Props = {
  readonly theirs: PromptTemplate;
  readonly mine: TemplateDraft;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly isSending: boolean;
};

/** Resolves a conflict with a version that somebody else has saved, which stays as a version in any case. */
export function TemplateConflict({ theirs, mine, ...ways }: Props) {
  const { t } = useTranslation('agent-studio');
  const [isCompared, compare] = useState(false);
  return (
    <Conflict
      {...ways}
      text={t('promptTemplateForm.conflict.text', {
        name: theirs.changed_by?.name ?? t('promptTemplateForm.conflict.somebody'),
        number: theirs.newest_version,
      })}
      mine={t('promptTemplateForm.conflict.keepMine')}
    >
      <p>
        <button type="button" className="button" aria-expanded={isCompared} onClick={() => compare(!isCompared)}>
          {t('promptTemplateForm.compare.title')}
        </button>
      </p>
      {isCompared && (
        <Suspense fallback={null}>
          <Compare before={theirs.definition} after={mine.definition} />
        </Suspense>
      )}
    </Conflict>
  );
}
