import { searchMaxLength } from '@parlance/shared/contract/api/dialogues';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { SearchField } from '@parlance/shared/ui/data';
import { Page } from '@parlance/shared/ui/page';
import controls from '../../controls/controls.module.css';
import { BotFilter } from './bot-filter.tsx';
import screen from './dialogues.module.css';
import { writeQuery } from './dialogue-query.ts';
import { FolderNav } from './folder-nav.tsx';
import { Hits } from './hits.tsx';
import { OwnList } from './own-list.tsx';
import { SharedList } from './shared-list.tsx';
import { useDialogueQuery } from './use-dialogue-query.ts';
import { useFolders } from '../../past-dialogues/use-folders.ts';

/** One's own dialogues, in folders and by search, and those that others have shared. */
export default function Dialogues() {
  const { t } = useTranslation('chat');
  const { query, change } = useDialogueQuery();
  const folders = useFolders();
  const begin = (
    <Link className={`${controls.button} ${controls.primary}`} to="/#ask">
      {t('dialogues.begin')}
    </Link>
  );
  return (
    <Page title={t('dialogues.title')} actions={begin}>
      <div className={screen.columns}>
        <FolderNav query={query} folders={folders} change={change} />
        <div className={screen.main}>
          <div className={screen.tools}>
            <SearchField
              label={t('dialogues.search')}
              hint={t('dialogues.searchHint')}
              value={query.q}
              maxLength={searchMaxLength}
              onSearch={(q) => change({ q })}
            />
            {query.q === '' && query.view !== 'shared' && (
              <BotFilter bot={query.bot} choose={(bot) => change({ bot })} />
            )}
          </div>
          {query.q !== '' && <Hits q={query.q} clear={() => change({ q: '' })} />}
          {query.q === '' && query.view === 'shared' && <SharedList />}
          {/* Another list begins with an empty selection. */}
          {query.q === '' && query.view !== 'shared' && (
            <OwnList key={writeQuery(query)} query={query} folders={folders} />
          )}
        </div>
      </div>
    </Page>
  );
}
