/// <reference path="../ui/css.d.ts" />
import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '../ui/controls/dialog.tsx';
import { Menu } from '../ui/controls/menu.tsx';
import { ExportDialog, useExport, type Export } from './export-dialog.tsx';
import styles from './list-menu.module.css';
import { useHiding } from './use-hiding.ts';

export type { Export };

type Choosable = { readonly id: string; readonly head: string };

type Props = {
  /** The storage name of the hidden columns. */
  readonly list: string;
  readonly columns: readonly Choosable[];
  readonly hidden: readonly string[];
  readonly table: Export;
};

/** The menu of a list as a whole: its columns, and an export of all its rows. */
export default function ListMenu({ list, columns, hidden, table }: Props) {
  const { t } = useTranslation('shared');
  const hide = useHiding(list);
  const [isChoosing, setIsChoosing] = useState(false);
  const { saving, ...exporting } = useExport(table);
  const close = () => setIsChoosing(false);
  return (
    <>
      <Menu
        startsOpen
        label={t('listing.menu')}
        groups={[
          [
            { label: t('listing.columns'), run: () => setIsChoosing(true) },
            { label: t('listing.export'), run: exporting.start },
          ],
        ]}
      />
      {saving !== null && <ExportDialog saving={saving} {...exporting} />}
      {isChoosing && (
        <Dialog title={t('listing.columnsTitle')} close={close}>
          <fieldset className={styles.columns}>
            <legend>{t('listing.columnsText')}</legend>
            {columns.map(({ id, head }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  checked={!hidden.includes(id)}
                  onChange={({ target }) => hide(target.checked ? hidden.filter((it) => it !== id) : [...hidden, id])}
                />
                {head}
              </label>
            ))}
          </fieldset>
          <div className="form-actions">
            <button type="button" className="button button-main" onClick={close}>
              {t('listing.done')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
