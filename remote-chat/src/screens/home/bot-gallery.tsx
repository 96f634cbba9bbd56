import { useState } from 'react';
import type { GalleryBot } from '@parlance/shared/contract/api/bots';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { Link, useSearchParams } from '@parlance/shared/router';
import { EmptyState } from '@parlance/shared/ui/page';
import { Avatar } from '../../controls/avatar.tsx';
import controls from '../../controls/controls.module.css';
import { SearchIcon } from '../../controls/icons.tsx';
import { FavoriteButton } from '../../favorite/favorite-button.tsx';
import home from './home.module.css';
import { matchingBots, shelfFrom, shelvesOf } from './matching-bots.ts';
import { Shelves } from './shelves.tsx';

/** The number of bots above which a search field is shown. */
const mostWithoutSearch = 6;
/** The number of cards shown before “Show all”. */
const shownAtFirst = 24;

type Gallery = { readonly bots: readonly GalleryBot[]; readonly reload: () => void };

/** The gallery of the bots one may use, with a search. The address holds the shelf. */
export function BotGallery({ bots, reload }: Gallery) {
  const { t } = useTranslation('chat');
  const [search, setSearch] = useState('');
  const [params, setParams] = useSearchParams();
  const hasSearch = bots.length > mostWithoutSearch;
  const shelves = shelvesOf(bots);
  const shelf = shelfFrom(params.get('show'), shelves);
  const found = matchingBots(bots, hasSearch ? search : '', shelf);
  const isNarrowed = search.trim() !== '' || shelf !== 'all';
  return (
    <section aria-labelledby="chat-bots">
      <div className={home.heading}>
        <h2 id="chat-bots">{t('home.bots')}</h2>
        {hasSearch && <SearchField search={search} onSearch={setSearch} />}
      </div>
      {shelves.length > 1 && (
        <Shelves
          shelves={shelves}
          shown={shelf}
          show={(next) => setParams(next === 'all' ? {} : { show: next }, { replace: true })}
        />
      )}
      <p className="visually-hidden" role="status">
        {isNarrowed ? t('home.found', { number: formatNumber(currentLanguage(), found.length) }) : ''}
      </p>
      {bots.length === 0 && <NoBots lookAgain={reload} />}
      {bots.length > 0 && found.length === 0 && (
        <EmptyState
          title={t('home.noMatch', { search })}
          action={
            <button type="button" className={controls.button} onClick={() => setSearch('')}>
              {t('home.clearSearch')}
            </button>
          }
        />
      )}
      <Cards key={shelf} bots={found} reload={reload} />
    </section>
  );
}

function SearchField({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }) {
  const { t } = useTranslation('chat');
  return (
    <label className={home.search}>
      <SearchIcon />
      <input
        type="search"
        aria-label={t('home.search')}
        placeholder={t('home.search')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </label>
  );
}

function NoBots({ lookAgain }: { readonly lookAgain: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      title={t('home.noBots')}
      text={t('home.noBotsWhy')}
      action={
        <button type="button" className={controls.button} onClick={lookAgain}>
          {t('home.lookAgain')}
        </button>
      }
    />
  );
}

function Cards({ bots, reload }: Gallery) {
  const { t } = useTranslation('chat');
  const [showsAll, setShowsAll] = useState(bots.length <= shownAtFirst);
  const shown = showsAll ? bots : bots.slice(0, shownAtFirst);
  if (bots.length === 0) return null;
  return (
    <>
      <ul className={home.cards}>
        {shown.map((bot) => (
          <li key={bot.id}>
            <Card bot={bot} reload={reload} />
          </li>
        ))}
      </ul>
      {shown.length < bots.length && (
        <button type="button" className={`${controls.button} ${home.all}`} onClick={() => setShowsAll(true)}>
          {t('home.showAll', { number: formatNumber(currentLanguage(), bots.length) })}
        </button>
      )}
    </>
  );
}

/** The card of a bot. The name is the link, and its area is the whole card but the star. */
function Card({ bot, reload }: { readonly bot: GalleryBot; readonly reload: () => void }) {
  return (
    <div className={home.card}>
      <Avatar emoji={bot.avatar} />
      <div>
        <Link className={home.name} to={`/bots/${bot.id}`}>
          {bot.name}
        </Link>
        <p className={home.description}>{bot.description}</p>
      </div>
      <div className={home.star}>
        <FavoriteButton bot={bot} onChanged={reload} />
      </div>
    </div>
  );
}
