import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate, useSearchParams } from '@parlance/shared/router';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { scheduleAddress } from './addresses.ts';
import { BackToAll } from './back-to-all.tsx';
import { examples } from './examples.ts';
import { blankDraft, draftOf, type Draft } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useBeginning } from './use-schedule.ts';

/** A new schedule, begun from an example, another schedule or an agent if the address names one. */
export default function NewSchedule() {
  const { t } = useTranslation('agent-scheduling');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const beginning = useBeginning(params.get('copy'), params.get('agent'));
  const example = examples.find(({ id }) => id === params.get('example'));
  if (beginning.status === 'loading') return <LoadingState />;
  if (beginning.status === 'failed')
    return (
      <Page title={t('new')}>
        <ErrorState error={beginning.failure} onRetry={beginning.retry} />
      </Page>
    );
  const { copied, agent } = beginning.data;
  const filledIn: Partial<Draft> = {
    ...(example === undefined
      ? {}
      : { name: t(`examples.${example.id}.name`), prompt: t(`examples.${example.id}.prompt`), cron: example.cron }),
    ...(copied === null ? {} : { ...draftOf(copied), name: t('copyOf', { name: copied.name }).slice(0, 100) }),
    ...(agent === null ? {} : { agent }),
  };
  return (
    <Page title={t('new')}>
      <BackToAll />
      <ScheduleForm
        schedule={null}
        initial={{ ...blankDraft(), ...filledIn }}
        saved={({ id, name }) => {
          snackbar(t('done.created', { name }), { tone: 'good' });
          void navigate(scheduleAddress(id), { replace: true });
        }}
      />
    </Page>
  );
}
