import { useState } from 'react';
import {
  changeKnowledge,
  deleteKnowledge,
  listKnowledge,
  restoreKnowledge,
  type KnowledgeRefresh,
  type KnowledgeSource,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { knowledgeKeptDays } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { call } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { useEveryRow } from '@parlance/shared/loading';
import { Field, TextField, usePress } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { doneToOne } from '@parlance/shared/ui/done';
import { snackbar } from '@parlance/shared/ui/toasts';
import { PageFields, addressTyped } from './page-fields.tsx';
import { SourceForm } from './source-form.tsx';

export type Changing = { readonly source: KnowledgeSource; readonly changed: () => void; readonly close: () => void };

/** Runs the work, reloads the view, and closes. */
const ending =
  ({ changed, close }: Changing, work: () => Promise<unknown>) =>
  async (): Promise<void> => {
    await work();
    changed();
    close();
  };

export function RenameDialog(props: Changing) {
  const { t } = useTranslation('agent-studio');
  const {
    source: { id, name: before },
    close,
  } = props;
  const [name, type] = useState(before);
  const run = ending(props, () => call(changeKnowledge, { params: { source_id: id }, body: { name } }));
  return (
    <SourceForm
      title={t('knowledge.renaming', { name: before })}
      label={t('knowledge.save')}
      isReady={name.trim() !== ''}
      run={run}
      close={close}
    >
      <TextField label={t('knowledge.name')} value={name} maxLength={nameMaxLength} onType={type} />
    </SourceForm>
  );
}

export function ScheduleDialog(props: Changing) {
  const { t } = useTranslation('agent-studio');
  const {
    source: { id, name, url: urlBefore, refresh: refreshBefore },
    close,
  } = props;
  const [url, typeUrl] = useState(urlBefore ?? '');
  const [refresh, choose] = useState<KnowledgeRefresh>(refreshBefore ?? 'never');
  const run = ending(props, () =>
    call(changeKnowledge, { params: { source_id: id }, body: { url: addressTyped(url), refresh } }),
  );
  return (
    <SourceForm
      title={t('knowledge.scheduling', { name })}
      label={t('knowledge.save')}
      isReady={url.trim() !== ''}
      run={run}
      close={close}
    >
      <PageFields url={url} typeUrl={typeUrl} refresh={refresh} choose={choose} />
    </SourceForm>
  );
}

/** The page size of the list of folders. */
const pageSize = 100;

export function MoveDialog(props: Changing) {
  const { t } = useTranslation('agent-studio');
  const {
    source: { id, name, folder_id: before },
    close,
  } = props;
  const [folder, choose] = useState(before ?? '');
  const folders = useEveryRow(listKnowledge, { query: { kind: 'folder', limit: pageSize } });
  const run = ending(props, () =>
    call(changeKnowledge, { params: { source_id: id }, body: { folder_id: folder === '' ? null : folder } }),
  );
  return (
    <SourceForm
      title={t('knowledge.moving.title', { name })}
      label={t('knowledge.moving.run')}
      isReady={folders.status === 'ready'}
      run={run}
      close={close}
    >
      {folders.status === 'loading' && <LoadingState />}
      {folders.status === 'failed' && <ErrorState error={folders.failure} onRetry={folders.retry} />}
      {folders.status === 'ready' && (
        <Field label={t('knowledge.moving.folder')} hint={t('knowledge.moving.hint')}>
          {(control) => (
            <select {...control} value={folder} onChange={({ target }) => choose(target.value)}>
              <option value="">{t('knowledge.moving.none')}</option>
              {folders.data
                .filter(({ can }) => can.edit)
                .map((it) => (
                  <option key={it.id} value={it.id}>
                    {it.name}
                  </option>
                ))}
            </select>
          )}
        </Field>
      )}
    </SourceForm>
  );
}

/** Shows the uses of a source before it is deleted, and offers to undo that. */
export function DeleteDialog(props: Changing) {
  const { t } = useTranslation('agent-studio');
  const {
    source: { id, kind, name, items, used_by: usedBy },
    changed,
    close,
  } = props;
  const params = { source_id: id };
  const { press } = usePress();
  const undo = () =>
    press(async () => {
      await call(restoreKnowledge, { params });
      changed();
      return undefined;
    });
  const run = ending(props, async () => {
    await call(deleteKnowledge, { params });
    snackbar(doneToOne('delete', name), { action: { label: t('knowledge.deleting.undo'), run: undo } });
  });
  return (
    <SourceForm
      title={t('knowledge.deleting.title', { name })}
      label={t('knowledge.deleting.run')}
      isDangerous
      run={run}
      close={close}
    >
      <p>
        {usedBy.length === 0
          ? t('knowledge.deleting.unused')
          : t('knowledge.deleting.used', { agents: namesOf(usedBy) })}
      </p>
      {kind === 'folder' && items > 0 && (
        <p>{t('knowledge.deleting.inside', { number: formatNumber(currentLanguage(), items) })}</p>
      )}
      <p>{t('knowledge.deleting.kept', { days: formatNumber(currentLanguage(), knowledgeKeptDays) })}</p>
    </SourceForm>
  );
}

/** Joins names for a sentence. */
export const namesOf = (named: readonly { readonly name: string }[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(named.map(({ name }) => name));
