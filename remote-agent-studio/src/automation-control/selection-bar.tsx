import type { ControlEntry } from '@parlance/shared/contract/api/automation-control';
import { useTranslation } from '@parlance/shared/i18n';
import { SelectionBar } from '@parlance/shared/ui/selection-bar';

/** The most entries of a kind that one request may change. */
const atMost = 100;

type Props = {
  readonly entries: readonly ControlEntry[];
  readonly selected: readonly ControlEntry[];
  readonly select: (ids: readonly string[]) => void;
  readonly change: (entries: readonly ControlEntry[], state: 'active' | 'paused') => void;
  readonly give: (entries: readonly ControlEntry[]) => void;
};

const idsOf = (entries: readonly ControlEntry[]) => entries.map(({ id }) => id);

/** The actions on several entries together. */
export function EntriesSelection({ entries, selected, select, change, give }: Props) {
  const { t } = useTranslation('automation-control');
  const [active, paused] = [
    selected.filter(({ state }) => state === 'active'),
    selected.filter(({ state }) => state === 'paused'),
  ];
  return (
    <SelectionBar
      label={t('selection.title')}
      allLabel={t('selection.all')}
      all={idsOf(entries.slice(0, atMost))}
      selected={idsOf(selected)}
      select={select}
      countText={t('selection.selected', { number: selected.length })}
    >
      {active.length > 0 && (
        <button type="button" className="button-link" onClick={() => change(active, 'paused')}>
          {t('selection.pause')}
        </button>
      )}
      {paused.length > 0 && (
        <button type="button" className="button-link" onClick={() => change(paused, 'active')}>
          {t('selection.resume')}
        </button>
      )}
      <button type="button" className="button-link" onClick={() => give(selected)}>
        {t('selection.reassign')}
      </button>
    </SelectionBar>
  );
}
