import type { PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import type { Preview } from '@parlance/shared/contract/api/privileges/privileges';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { useState } from 'react';
import { HolderField, type HolderChoice } from './holder-field.tsx';
import { useWords } from './in-words.ts';
import styles from './privilege-manager.module.css';
import { loadPreview } from './use-set.ts';

type Props = {
  readonly set: PermissionSet | null;
  readonly statements: readonly Statement[];
  readonly close: () => void;
};

/** Previews the effects of saving the form: for the holders of the set, or for somebody who could get it. */
export function PreviewDialog({ set, statements, close }: Props) {
  const { t } = useTranslation('admin');
  const [holder, setHolder] = useState<HolderChoice>({ kind: 'member', one: null });
  const [preview, setPreview] = useState<Preview | null>(null);
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('privileges.preview.title')} close={close}>
      <div className={styles.dialog}>
        <p className={styles.hint}>{t('privileges.preview.text')}</p>
        {/* Outside the form: the chosen person is nothing that closing could lose. */}
        <HolderField chosen={holder} choose={setHolder} />
        <Changes preview={preview} />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send(async () => {
              const of = holder.one === null ? null : { kind: holder.kind, id: holder.one.id };
              setPreview(
                await loadPreview({
                  holder: of,
                  set_id: set?.id ?? null,
                  statements: [...statements],
                  is_granted: true,
                }),
              );
              return 'again';
            });
          }}
        >
          <FormEnd label={t('privileges.preview.show')} isSending={isSending} failure={failure} onCancel={close} />
        </form>
      </div>
    </Dialog>
  );
}

/** The changes by person: privileges lost and gained. */
export function Changes({ preview }: { readonly preview: Preview | null }) {
  const { t } = useTranslation('admin');
  const words = useWords();
  return (
    <div role="status" className={styles.changes}>
      {preview !== null && (
        <p>
          {t(preview.looked_at === 0 ? 'privileges.preview.nobody' : 'privileges.preview.found', {
            changed: formatNumber(currentLanguage(), preview.people.length),
            all: formatNumber(currentLanguage(), preview.looked_at),
          })}
        </p>
      )}
      {preview?.is_cut === true && <p className={styles.hint}>{t('privileges.preview.cut')}</p>}
      {preview?.people.map((person) => (
        <section key={person.id} aria-label={person.name}>
          <h3>{person.name}</h3>
          <Lines title={t('privileges.preview.lost')} lines={words.changes(person, false)} />
          <Lines title={t('privileges.preview.gained')} lines={words.changes(person, true)} />
          <Lines title={t('privileges.kinds.limit')} lines={person.limits.map(words.limit)} />
        </section>
      ))}
    </div>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
