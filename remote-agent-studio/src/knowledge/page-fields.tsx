import { knowledgeUrlMaxLength, type KnowledgeRefresh } from '@parlance/shared/contract/api/knowledge/knowledge';
import { useTranslation } from '@parlance/shared/i18n';
import { Field, TextField } from '@parlance/shared/ui/fields';

/** Adds the scheme that people leave out of an address. */
export const addressTyped = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(url.trim()) ? url.trim() : `https://${url.trim()}`;

type Props = {
  readonly url: string;
  readonly typeUrl: (url: string) => void;
  readonly refresh: KnowledgeRefresh;
  readonly choose: (refresh: KnowledgeRefresh) => void;
};

/** The address of a web page and its refresh interval. */
export function PageFields({ url, typeUrl, refresh, choose }: Props) {
  const { t } = useTranslation('agent-studio');
  const often: Readonly<Record<KnowledgeRefresh, string>> = {
    never: t('knowledge.page.never'),
    daily: t('knowledge.page.daily'),
    weekly: t('knowledge.page.weekly'),
  };
  return (
    <>
      <TextField
        label={t('knowledge.page.url')}
        hint={t('knowledge.page.hint')}
        value={url}
        maxLength={knowledgeUrlMaxLength}
        onType={typeUrl}
      />
      <Field label={t('knowledge.page.refresh')}>
        {(control) => (
          <select
            {...control}
            value={refresh}
            onChange={({ target }) => choose(target.value as KnowledgeRefresh /* the options below are these */)}
          >
            {Object.entries(often).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
