import { useId } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { NavLink } from '@parlance/shared/router';
import { PinIcon } from '../controls/icons.tsx';
import { useDialogues } from '../past-dialogues/use-dialogues.ts';
import rail from './rail.module.css';

/** The last changed dialogues, below the navigation. Shows nothing if there are none, or the load fails. */
export default function RecentDialogues() {
  const { t } = useTranslation('chat');
  const { rows } = useDialogues();
  const heading = useId();
  if (rows.status !== 'ready' || rows.data.length === 0) return null;
  return (
    <>
      <h2 id={heading} className={rail.heading}>
        {t('home.recent')}
      </h2>
      <ul className={rail.list} aria-labelledby={heading}>
        {rows.data.map(({ id, title, is_pinned: isPinned, is_answering: isAnswering }) => (
          <li key={id}>
            <NavLink className={() => rail.entry} to={`/dialogue/${id}`} title={title}>
              <span className={rail.title}>{title}</span>
              {isAnswering && <Answering />}
              {isPinned && <Pinned />}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function Answering() {
  const { t } = useTranslation('chat');
  return (
    <span className={rail.answering}>
      <span className="visually-hidden">{t('dialogues.answering')}</span>
    </span>
  );
}

function Pinned() {
  const { t } = useTranslation('chat');
  return (
    <span className={rail.pinned}>
      <PinIcon />
      <span className="visually-hidden">{t('dialogues.pinned')}</span>
    </span>
  );
}
