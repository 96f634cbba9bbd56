import { useId, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { NamesField } from '@parlance/shared/ui/names-field';
import styles from './automation-editor.module.css';
import { choices, type NamedItem, useNames } from './use-choices.ts';

type Props = {
  readonly kind: keyof typeof choices;
  readonly label: string;
  readonly hint?: string;
  /** The fault, in words. */
  readonly fault?: string | undefined;
  readonly ids: readonly string[];
  readonly atMost: number;
  readonly change: (ids: string[]) => void;
};

/** Chooses things or people that a definition refers to by id, found and shown by name. */
export function IdsField({ kind, label, hint, fault, ids, atMost, change }: Props) {
  const { t } = useTranslation('agent-automation');
  const id = useId();
  // Items chosen here bring their names; only the others are looked up.
  const [known, learn] = useState<readonly NamedItem[]>([]);
  const names = useNames(
    kind,
    ids.filter((it) => !known.some((one) => one.id === it)),
  );
  const all = [...known, ...(names.status === 'ready' ? names.data : [])];
  const chosen = ids.map(
    (it) => all.find((one) => one.id === it) ?? { id: it, name: names.status === 'ready' ? t('gone') : '…' },
  );
  return (
    <div className={styles.ids} role="group" aria-labelledby={id} aria-describedby={`${id}-fault`}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <NamesField
        key={kind}
        label={label}
        chosenLabel={label}
        hint={t(`choosing.${kind}`)}
        nothing={(search) => t('choosing.nothing', { search })}
        chosen={chosen}
        atMost={atMost}
        find={choices[kind].find}
        change={(next) => {
          learn([...known, ...next.filter((one) => !known.some((it) => it.id === one.id) && !ids.includes(one.id))]);
          change(next.map((one) => one.id));
        }}
      />
      <div id={`${id}-fault`} className="field-fault" role="alert">
        {fault}
      </div>
      {fault === undefined && hint !== undefined && <div className="field-hint">{hint}</div>}
    </div>
  );
}
