import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Tabs } from '@parlance/shared/ui/tabs';
import { scopeNames } from '../../templates/scope-names.ts';
import { useCopies } from '../../templates/use-copies.ts';
import styles from './editor.module.css';
import type { Editing } from './use-template.ts';

export const editorParts = ['text', 'versions', 'sharing'] as const;
export type EditorPart = (typeof editorParts)[number];

/** The tabs of a template, its state, and the actions on the whole of it. */
export function EditorHead({ editing, part }: { readonly editing: Editing; readonly part: EditorPart }) {
  const { t } = useTranslation('agent-studio');
  const { template } = editing;
  const names: Readonly<Record<EditorPart, string>> = {
    text: t('promptTemplateEditor.parts.text'),
    versions: t('promptTemplateEditor.parts.versions'),
    sharing: t('promptTemplateEditor.parts.sharing'),
  };
  const shown = template.can.edit ? editorParts : (['text'] as const);
  return (
    <>
      <p className={styles.state}>
        <span>{scopeNames(t)[template.scope]}</span>
        {template.version !== null && <span>{t('promptTemplateEditor.inUse', { number: template.version })}</span>}
        {template.review?.state === 'pending' && <strong>{t('promptTemplateEditor.review.pending')}</strong>}
        {template.review?.state === 'refused' && <strong>{t('promptTemplateEditor.review.refused')}</strong>}
        {!template.is_enabled && <strong>{t('promptTemplateController.disabled')}</strong>}
        <span>{t('promptTemplateController.usesOf', { number: formatNumber(currentLanguage(), template.uses) })}</span>
      </p>
      <div className={styles.head}>
        <Tabs
          label={t('promptTemplateEditor.title')}
          current={part}
          tabs={shown.map((it) => ({ id: it, name: names[it], to: it === 'text' ? '?' : `?part=${it}` }))}
        />
        <Actions editing={editing} />
      </div>
    </>
  );
}

function Actions({ editing: { template, mark } }: { readonly editing: Editing }) {
  const { t } = useTranslation('agent-studio');
  const copies = useCopies(template);
  const rate = (rating: 'up' | 'down') => mark({ rating: template.own_rating === rating ? null : rating });
  return (
    <div className={styles.actions}>
      <button type="button" className="button" aria-pressed={template.own_rating === 'up'} onClick={() => rate('up')}>
        {t('promptTemplateEditor.good')} {formatNumber(currentLanguage(), template.ratings.up)}
      </button>
      <button
        type="button"
        className="button"
        aria-pressed={template.own_rating === 'down'}
        onClick={() => rate('down')}
      >
        {t('promptTemplateEditor.bad')} {formatNumber(currentLanguage(), template.ratings.down)}
      </button>
      {template.can.copy && (
        <button type="button" className="button" onClick={() => void copies.copy()}>
          {t('promptTemplateEditor.copy')}
        </button>
      )}
      {template.can.copy && (
        <button type="button" className="button" onClick={() => void copies.save()}>
          {t('promptTemplateEditor.export')}
        </button>
      )}
    </div>
  );
}
