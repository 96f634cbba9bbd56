import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import controls from '../controls/controls.module.css';
import notFound from './not-found.module.css';

/** The message for a thing that does not exist, or not for this person; both look the same. */
export function NotFound({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTranslation('chat');
  return (
    <div className={notFound.screen}>
      <svg
        viewBox="0 0 120 88"
        width="120"
        height="88"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M24 62V30a10 10 0 0 1 10-10h36a10 10 0 0 1 10 10v14a10 10 0 0 1-10 10H44z" strokeLinejoin="round" />
        <path d="M44 34h22M44 42h12" />
        <path d="m82 58 14 14m0-14L82 72" stroke="var(--accent)" />
      </svg>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      <Link className={`${controls.button} ${controls.primary}`} to="/">
        {t('loading.home')}
      </Link>
    </div>
  );
}
