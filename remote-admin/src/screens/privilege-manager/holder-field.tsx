import type { Nameable } from '@parlance/shared/contract/api/privileges/privileges';
import { useTranslation } from '@parlance/shared/i18n';
import { NamesField } from '@parlance/shared/ui/names-field';
import { useKinds } from '@parlance/shared/ui/use-kinds';
import styles from './privilege-manager.module.css';
import { Choice } from './statement-fields.tsx';
import type { Holder } from './use-grants.ts';
import { findNameable } from './use-set.ts';

/** The chosen member or team; `one` is null until there is one. */
export type HolderChoice = { readonly kind: Holder['kind']; readonly one: Nameable | null };

/** Chooses one member or one team. */
export function HolderField({
  chosen: { kind, one },
  choose,
}: {
  readonly chosen: HolderChoice;
  readonly choose: (chosen: HolderChoice) => void;
}) {
  const { t } = useTranslation('admin');
  const oneOf = useKinds(kind, one);
  return (
    <div className={styles.holder}>
      <Choice
        label={t('privileges.holder.kind')}
        values={['member', 'team']}
        value={kind}
        nameOf={(it) => t(`privileges.holder.${it}`)}
        choose={(it) => choose({ kind: it, one: oneOf(it, () => null) })}
      />
      <OneOf key={kind} kind={kind} one={one} choose={(found) => choose({ kind, one: found })} />
    </div>
  );
}

type OneProps = {
  readonly kind: Parameters<typeof findNameable>[0];
  readonly one: Nameable | null;
  readonly choose: (one: Nameable | null) => void;
  readonly nameOf?: (one: Nameable) => string;
};

/** Chooses one item by its name. */
export function OneOf({ kind, one, choose, nameOf = ({ name }) => name }: OneProps) {
  const { t } = useTranslation('admin');
  return (
    <NamesField
      label={t(`privileges.find.${kind}`)}
      chosenLabel={t('privileges.statement.chosen')}
      hint={t('privileges.find.hint')}
      nothing={(search) => t('privileges.find.nothing', { search })}
      atMost={1}
      chosen={one === null ? [] : [one]}
      change={(chosen) => choose(chosen[0] ?? null)}
      find={async (q, signal) => (await findNameable(kind, q, signal)).map((it) => ({ id: it.id, name: nameOf(it) }))}
    />
  );
}
