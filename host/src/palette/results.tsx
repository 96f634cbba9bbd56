import { useTranslation } from '@parlance/shared/i18n';
import { useEffect, useId, type ReactNode } from 'react';
import { Icon } from '../frame/icons.tsx';
import type { Entry } from './entries.ts';
import type { FoundGroup } from './finding.ts';
import { markedParts } from './marked.ts';
import styles from './palette.module.css';

type Props = {
  readonly id: string;
  readonly found: readonly FoundGroup[];
  readonly search: string;
  readonly chosen: Entry | undefined;
  readonly choose: (entry: Entry) => void;
  readonly carryOut: (entry: Entry) => void;
};

/** Returns the id of an entry's line within a list, for the field's active descendant. */
export const lineId = (list: string, entry: Entry): string => `${list}-${entry.id}`;

/**
 * The results in groups: the list of a combobox, so the focus stays in the field. It is our own because cmdk (1.1.1)
 * does not tell a screen reader on which line Enter acts until an arrow was pressed, and brings 10 KB of a dialog.
 */
export function Results({ id, found, search, chosen, choose, carryOut }: Props) {
  const { t } = useTranslation('host');
  const chosenLine = chosen === undefined ? null : lineId(id, chosen);
  const isFirst = chosen !== undefined && chosen === found[0]?.entries[0];
  useEffect(() => {
    if (chosenLine === null) return;
    // The heading of its group is above the first line.
    if (isFirst) document.getElementById(id)?.scrollTo(0, 0);
    else document.getElementById(chosenLine)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosenLine, isFirst]);

  return (
    <div id={id} role="listbox" aria-label={t('palette.results')} className={styles.list}>
      {found.map(({ id: group, title, entries }) => (
        <GroupOf key={group} title={title}>
          {entries.map((entry) => (
            <div
              key={entry.id}
              id={lineId(id, entry)}
              role="option"
              aria-selected={entry === chosen}
              className={styles.entry}
              onPointerMove={() => choose(entry)}
              onPointerDown={(event) => event.preventDefault() /* keeps the focus in the field */}
              onClick={() => carryOut(entry)}
            >
              <Line entry={entry} search={search} />
            </div>
          ))}
        </GroupOf>
      ))}
    </div>
  );
}

function GroupOf({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useId();
  return (
    <div role="group" aria-labelledby={heading} className={styles.group}>
      <div id={heading} className={styles.heading} role="presentation">
        {title}
      </div>
      {children}
    </div>
  );
}

function Line({ entry: { icon, title, note }, search }: { readonly entry: Entry; readonly search: string }) {
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {'emoji' in icon ? icon.emoji : <Icon name={icon.drawing} />}
      </span>
      <span className={styles.title}>
        <Marked text={title} search={search} />
      </span>
      {note !== undefined && (
        <span className={styles.note}>
          <Marked text={note} search={search} />
        </span>
      )}
    </>
  );
}

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  return markedParts(text, search).map((part, index) =>
    part.isMarked ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
