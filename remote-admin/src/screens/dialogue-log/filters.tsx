import type { DialogueLogFilter } from '@parlance/shared/contract/api/dialogue-log';
import { currentLanguage, endonyms, languages, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Day, FilterFields, Select } from '../../filter-fields/filter-fields.tsx';
import { tokenSteps } from './log-query.ts';
import { useChoices, type useFilter } from './use-log.ts';

type Props = {
  readonly filter: DialogueLogFilter;
  readonly change: ReturnType<typeof useFilter>['change'];
  readonly seen: string;
};

/** The filters of the log. Members are chosen in the list itself, where their names are shown. */
export function Filters({ filter, change, seen }: Props) {
  const { t } = useTranslation('admin');
  const { bots, teams, rules } = useChoices(seen);
  const language = currentLanguage();
  const inTokens = (tokens: number) => ({
    id: String(tokens),
    name: t('dialogueLog.filters.tokensFrom', { tokens: formatNumber(language, tokens) }),
  });
  return (
    <FilterFields label={t('dialogueLog.filters.title')}>
      <Select
        label={t('dialogueLog.filters.bot')}
        any={t('dialogueLog.filters.anyBot')}
        choices={bots}
        chosen={filter.bot_id}
        choose={(bot_id) => change({ bot_id })}
      />
      <Select
        label={t('dialogueLog.filters.team')}
        any={t('dialogueLog.filters.anyTeam')}
        choices={teams}
        chosen={filter.team_id}
        choose={(team_id) => change({ team_id })}
      />
      <Select
        label={t('dialogueLog.filters.language')}
        any={t('dialogueLog.filters.anyLanguage')}
        choices={languages.map((id) => ({ id, name: endonyms[id], lang: id }))}
        chosen={filter.language}
        choose={(id) => change({ language: languages.find((it) => it === id) })}
      />
      <Select
        label={t('dialogueLog.filters.rating')}
        any={t('dialogueLog.filters.anyRating')}
        choices={[
          { id: 'down', name: t('dialogueLog.filters.down') },
          { id: 'up', name: t('dialogueLog.filters.up') },
        ]}
        chosen={filter.rating}
        choose={(id) => change({ rating: id === 'up' || id === 'down' ? id : undefined })}
      />
      {rules.length > 0 && (
        <Select
          label={t('dialogueLog.filters.rule')}
          any={t('dialogueLog.filters.anyRule')}
          choices={rules}
          chosen={filter.rule_id}
          choose={(rule_id) => change({ rule_id })}
        />
      )}
      <Select
        label={t('dialogueLog.filters.tokens')}
        any={t('dialogueLog.filters.anyLength')}
        choices={tokenSteps.map(inTokens)}
        chosen={filter.tokens === undefined ? undefined : String(filter.tokens)}
        choose={(id) => change({ tokens: tokenSteps.find((it) => String(it) === id) })}
      />
      <Day label={t('dialogueLog.filters.from')} day={filter.from} choose={(from) => change({ from })} />
      <Day label={t('dialogueLog.filters.to')} day={filter.to} choose={(to) => change({ to })} />
    </FilterFields>
  );
}
