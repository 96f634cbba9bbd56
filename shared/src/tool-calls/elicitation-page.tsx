import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { isWebAddress } from '../tool-sign-in/sign-in-window.ts';
import { ElicitationEnd } from './elicitation-end.tsx';
import styles from './elicitations.module.css';
import type { ElicitationAnswering } from './use-elicitation-answer.ts';

type Props = {
  readonly address: string;
  /** True if accepting means that the person is done there. */
  readonly isAwaited: boolean;
  readonly answering: ElicitationAnswering;
};

/** A page of somebody else that the person is to open: its address is shown first, and nothing of it is fetched. */
export function ElicitationPage({ address, isAwaited, answering }: Props) {
  const { t } = useTranslation('tool-calls');
  const [isOpened, setOpened] = useState(false);
  /** True until what a press has changed is drawn: a second one opens nothing. */
  const isPressed = useRef(false);
  useEffect(() => {
    isPressed.current = answering.isSending;
  });
  if (!isWebAddress(address))
    return (
      <>
        <p className={styles.note}>{t('elicitation.page.unusable')}</p>
        <ElicitationEnd answering={answering} />
      </>
    );
  const accept = () => answering.answer({ action: 'accept', content: {} });
  const open = () => {
    if (isPressed.current) return;
    isPressed.current = true;
    window.open(new URL(address).href, '_blank', 'noopener,noreferrer');
    setOpened(true);
    if (!isAwaited) accept();
  };
  return (
    <>
      <Address address={new URL(address)} />
      <p className={styles.note}>{t('elicitation.page.elsewhere')}</p>
      <div role="status">{isOpened && isAwaited && <p className={styles.note}>{t('elicitation.page.return')}</p>}</div>
      <ElicitationEnd answering={answering}>
        {isOpened && isAwaited && (
          <button type="button" className="button button-main" aria-disabled={answering.isSending} onClick={accept}>
            {t('elicitation.page.continue')}
          </button>
        )}
        <button
          type="button"
          className={isOpened ? 'button' : 'button button-main'}
          aria-disabled={answering.isSending}
          onClick={open}
        >
          {isOpened ? t('shared:ui.signIn.again') : t('elicitation.page.open')}
        </button>
      </ElicitationEnd>
    </>
  );
}

/** A whole address as the browser reads it, its host emphasised: in `xn--`, and without what precedes an `@`. */
function Address({ address: { href, protocol, host } }: { readonly address: URL }) {
  const start = `${protocol}//`.length;
  const authorityEnd = start + href.slice(start).search(/[/?#]|$/);
  const hostStart = authorityEnd - host.length;
  return (
    <p className={styles.address} dir="ltr">
      {href.slice(0, hostStart)}
      <strong>{host}</strong>
      {href.slice(authorityEnd)}
    </p>
  );
}
