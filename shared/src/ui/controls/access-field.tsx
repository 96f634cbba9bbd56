/// <reference path="../css.d.ts" />
import { useTranslation } from '@parlance/shared/i18n';
import choices from '../choices.module.css';
import { isWhole, type Access } from './access.ts';
import styles from './access-field.module.css';
import { PeopleField } from './people-field.tsx';
import { TeamsField } from './teams-field.tsx';

type Props<Scope extends string> = {
  /** The question. */
  readonly legend: string;
  readonly scopes: readonly Scope[];
  readonly access: Access<Scope>;
  readonly change: (access: Access<Scope>) => void;
  readonly names: Readonly<Record<Scope, string>>;
  /** The explanation of a choice, or the reason it is disabled. */
  readonly about: Readonly<Record<Scope, string>>;
  readonly isAllowed?: (scope: Scope) => boolean;
};

/** Edits an access: one of a few scopes, and for `people` the people and teams. */
export function AccessField<Scope extends string>({
  legend,
  scopes,
  access,
  change,
  names,
  about,
  isAllowed = () => true,
}: Props<Scope>) {
  const { t } = useTranslation('shared');
  return (
    <div className={styles.access}>
      <fieldset className={choices.choices}>
        <legend>{legend}</legend>
        {scopes.map((scope) => (
          <label key={scope}>
            <input
              type="radio"
              name="scope"
              checked={access.scope === scope}
              disabled={!isAllowed(scope)}
              onChange={() => change({ ...access, scope })}
            />
            <span>
              {names[scope]}
              <small>{about[scope]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {access.scope === 'people' && (
        <>
          <PeopleField people={access.people} change={(people) => change({ ...access, people })} />
          <TeamsField teams={access.teams} change={(teams) => change({ ...access, teams })} />
        </>
      )}
      <p role="status" className={styles.note}>
        {!isWhole(access) && t('ui.teams.nobody')}
      </p>
    </div>
  );
}
