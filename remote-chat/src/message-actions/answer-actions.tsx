import { useState } from 'react';
import { isReasonOf } from '@parlance/shared/contract/api/dialogues';
import type { Rating, RatingValue } from '@parlance/shared/contract/api/dialogues';
import { filePartsAtMost } from '@parlance/shared/contract/api/runs/runs';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { plainText } from '@parlance/shared/contract/values/plain-text';
import { useCopiedAnswer } from '@parlance/shared/ui/answer';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import { CopyMark } from '@parlance/shared/ui/marks';
import { Menu } from '@parlance/shared/ui/menu';
import { useCopy } from '@parlance/shared/ui/use-copy';
import controls from '../controls/controls.module.css';
import { AgainIcon, BadIcon, ForwardIcon, GoodIcon, InfoIcon } from '../controls/icons.tsx';
import type { Entry } from '../messages/entry.ts';
import message from '../messages/message.module.css';
import actions from './actions.module.css';
import { AnswerDetails } from './answer-details.tsx';
import { AnswerRating } from './answer-rating.tsx';
import { useTurns } from './turns.ts';
import { useDoing } from './use-doing.ts';
import { Versions } from './versions.tsx';

type Props = { readonly entry: Entry };

const brokenOff: readonly string[] = ['stopped', 'interrupted', 'failed'];

/** The actions on an answer: shown under the pointer or the focus, and always in its menu. */
export function AnswerActions({ entry }: Props) {
  const { t } = useTranslation('chat');
  const turns = useTurns();
  const isAdmin = useSession((session) => session.subject?.isAdmin === true);
  const { isDoing, attempt } = useDoing();
  const [isRating, setIsRating] = useState(false);
  const [showsDetails, setShowsDetails] = useState(false);
  const { copy, said } = useCopy();
  const copied = useCopiedAnswer();
  const { answer, rating } = entry;
  const hasText = answer.text !== '';
  const canBegin = turns.isFree && !isDoing;

  function rate(value: RatingValue): void {
    const isTakenBack = rating?.value === value;
    setIsRating(!isTakenBack);
    attempt(() => turns.rate(entry, isTakenBack ? null : rated(rating, value)));
  }
  const again = {
    label: t('dialogue.regenerate'),
    icon: <AgainIcon />,
    isDisabled: !canBegin,
    run: () => attempt(() => turns.regenerate(entry)),
  };
  const goOn = {
    label: t('dialogue.continue'),
    icon: <ForwardIcon />,
    isDisabled: !canBegin,
    run: () => attempt(() => turns.goOn(entry)),
  };
  const readWhole = {
    label: t('dialogue.readWhole'),
    icon: <AgainIcon />,
    isDisabled: !canBegin,
    run: () => attempt(() => turns.regenerate(entry, { readsWhole: true })),
  };
  const canReadOn = answer.reading?.files.some(({ share, parts = 0 }) => share < 1 && parts < filePartsAtMost) === true;
  const canGoOn = brokenOff.includes(answer.status);
  const thumbs = [
    { label: t('dialogue.good'), icon: <GoodIcon />, isChosen: rating?.value === 'up', run: () => rate('up') },
    { label: t('dialogue.bad'), icon: <BadIcon />, isChosen: rating?.value === 'down', run: () => rate('down') },
  ];
  const whole = () => copied(answer);
  const sources = new Set(answer.citations.map(({ number }) => number));
  const copies = [
    { label: t('dialogue.copyMarkdown'), icon: <CopyMark />, run: () => copy(whole().text) },
    { label: t('dialogue.copyText'), icon: <CopyMark />, run: () => copy(plainText(answer.text, { sources })) },
  ];
  return (
    <footer className={message.actions}>
      <Menu
        label={t('dialogue.actions')}
        groups={[
          hasText ? copies : [],
          [again, ...(canGoOn ? [goOn] : []), ...(canReadOn ? [readWhole] : [])],
          thumbs,
          [{ label: t('dialogue.details'), icon: <InfoIcon />, run: () => setShowsDetails(true) }],
        ]}
      />
      <Versions entry={entry} />
      <div className={actions.quick}>
        {hasText && <CopyButton label={t('dialogue.copy')} textOf={whole} />}
        <Quick {...again} />
        {thumbs.map((thumb) => (
          <Quick key={thumb.label} {...thumb} />
        ))}
      </div>
      {isAdmin && answer.status === 'failed' && (
        <button type="button" className={controls.button} onClick={() => setShowsDetails(true)}>
          <InfoIcon />
          {t('dialogue.whyFailed')}
        </button>
      )}
      {canGoOn && (
        <button type="button" className={controls.button} disabled={goOn.isDisabled} onClick={goOn.run}>
          {goOn.icon}
          {goOn.label}
        </button>
      )}
      {canReadOn && (
        <button type="button" className={controls.button} disabled={readWhole.isDisabled} onClick={readWhole.run}>
          {readWhole.icon}
          {readWhole.label}
        </button>
      )}
      <span className={actions.said} role="status">
        {said}
      </span>
      {isRating && rating !== null && (
        <AnswerRating key={rating.value} entry={entry} rating={rating} close={() => setIsRating(false)} />
      )}
      {showsDetails && entry.runId !== null && (
        <AnswerDetails runId={entry.runId} close={() => setShowsDetails(false)} />
      )}
    </footer>
  );
}

/** Returns the rating after a change of thumb: the comment stays, and so do the reasons that go with the new value. */
const rated = (before: Rating | null, value: RatingValue): Rating => ({
  value,
  reasons: before?.reasons.filter((reason) => isReasonOf(value, reason)) ?? [],
  comment: before?.comment ?? '',
});

type Shortcut = {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
};

function Quick({ label, icon, isChosen, isDisabled = false, run }: Shortcut) {
  return (
    <button
      type="button"
      className={`${controls.quiet} ${isChosen === true ? actions.chosen : ''}`}
      aria-label={label}
      title={label}
      {...(isChosen === undefined ? {} : { 'aria-pressed': isChosen })}
      disabled={isDisabled}
      onClick={run}
    >
      {icon}
    </button>
  );
}
