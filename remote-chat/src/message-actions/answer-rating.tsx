import { useEffect, useId, useRef, useState } from 'react';
import { ratingCommentMaxLength, ratingReasons } from '@parlance/shared/contract/api/dialogues';
import type { Rating, RatingReason } from '@parlance/shared/contract/api/dialogues';
import { useTranslation } from '@parlance/shared/i18n';
import { DialogEnd } from '../controls/dialog-end.tsx';
import type { Entry } from '../messages/entry.ts';
import actions from './actions.module.css';
import { useTurns } from './turns.ts';
import { useDoing } from './use-doing.ts';

type Props = { readonly entry: Entry; readonly rating: Rating; readonly close: () => void };

/** Asks optionally for the reason of a rating, which is saved already. Each value has a form of its own (`key`). */
export function AnswerRating({ entry, rating, close }: Props) {
  const { t } = useTranslation('chat');
  const { rate } = useTurns();
  const { isDoing, attempt } = useDoing();
  const [reasons, setReasons] = useState<readonly RatingReason[]>(rating.reasons);
  const [comment, setComment] = useState(rating.comment);
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus({ preventScroll: true }), []);

  const toggle = (reason: RatingReason) =>
    setReasons(reasons.includes(reason) ? reasons.filter((it) => it !== reason) : [...reasons, reason]);
  async function save(): Promise<void> {
    await rate(entry, { value: rating.value, reasons: [...reasons], comment: comment.trim() });
    close();
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={actions.rating}
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        attempt(save);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <h3 id={title}>{rating.value === 'up' ? t('dialogue.whyGood') : t('dialogue.whyBad')}</h3>
      <div className={actions.chips}>
        {ratingReasons[rating.value].map((reason) => (
          <label key={reason} className={actions.chip}>
            <input type="checkbox" checked={reasons.includes(reason)} onChange={() => toggle(reason)} />
            {t(`dialogue.reasons.${reason}`)}
          </label>
        ))}
      </div>
      <textarea
        className={actions.comment}
        aria-label={t('dialogue.comment')}
        placeholder={t('dialogue.comment')}
        rows={2}
        maxLength={ratingCommentMaxLength}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <DialogEnd label={t('dialogues.save')} isDisabled={isDoing} cancel={close} />
    </form>
  );
}
