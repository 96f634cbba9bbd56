import { listColleagues, sharePeopleAtMost, type Colleague } from '../../contract/api/shares.ts';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { NamesField } from './names-field.tsx';

type Props = { readonly people: readonly Colleague[]; readonly change: (people: readonly Colleague[]) => void };

/** The number of colleagues that are offered; further letters narrow them down. */
const mostOffered = 8;

/** Chooses colleagues by the first letters of a name, oneself excluded. */
export function PeopleField({ people, change }: Props) {
  const { t } = useTranslation('shared');
  const ownId = useSession(({ whoami }) => whoami?.member_id);
  return (
    <NamesField
      label={t('ui.people.title')}
      chosenLabel={t('ui.people.chosen')}
      hint={t('ui.people.hint')}
      nothing={(search) => t('ui.people.nobody', { search })}
      chosen={people}
      change={change}
      atMost={sharePeopleAtMost}
      find={async (q, signal) =>
        (await call(listColleagues, { query: { q, limit: mostOffered } }, { signal })).items.filter(
          ({ id }) => id !== ownId,
        )
      }
    />
  );
}
