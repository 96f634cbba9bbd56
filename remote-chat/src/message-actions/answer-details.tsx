import type { ReactNode } from 'react';
import { getRun } from '@parlance/shared/contract/api/runs/runs';
import type { RunDetails, RunFailure } from '@parlance/shared/contract/api/runs/runs';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { useEndpoint } from '@parlance/shared/loading';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Failed } from '../loading/failed.tsx';
import { Bone, Skeleton } from '../loading/skeleton.tsx';
import { formatMicros, formatSeconds } from '../measures/measures.ts';
import actions from './actions.module.css';

/** The details of an answer, loaded on demand: model, time, tokens, cost. */
export function AnswerDetails({ runId, close }: { readonly runId: string; readonly close: () => void }) {
  const { t } = useTranslation('chat');
  const run = useEndpoint(getRun, { params: { run_id: runId } });
  return (
    <Dialog title={t('dialogue.details')} close={close}>
      {run.status === 'loading' && (
        <Skeleton>
          <Bone height={140} />
        </Skeleton>
      )}
      {run.status === 'failed' && <Failed failure={run.failure} retry={run.retry} />}
      {run.status === 'ready' && <Details run={run.data} />}
    </Dialog>
  );
}

function Details({ run }: { readonly run: RunDetails }) {
  const { t } = useTranslation('chat');
  const language = currentLanguage();
  const number = (value: number | null) => (value === null ? t('details.unknown') : formatNumber(language, value));
  const seconds = (value: number | null) => (value === null ? t('details.unknown') : formatSeconds(language, value));
  return (
    <dl className={actions.details}>
      {run.failure !== undefined && <WhyFailed failure={run.failure} />}
      <Fact name={t('details.model')}>
        {run.model.kind === 'embedded' ? t('details.embedded', { name: run.model.name }) : run.model.name}
      </Fact>
      {run.instead_of !== null && <Fact name={t('details.insteadOf')}>{run.instead_of}</Fact>}
      <Fact name={t('details.asked')}>{formatDate(language, run.created_at)}</Fact>
      <Fact name={t('details.first')}>{seconds(run.first_ms)}</Fact>
      <Fact name={t('details.total')}>{seconds(run.total_ms)}</Fact>
      <Fact name={t('details.inputTokens')}>{number(run.input_tokens)}</Fact>
      <Fact name={t('details.outputTokens')}>{number(run.output_tokens)}</Fact>
      <Fact name={t('details.cost')}>
        {run.cost === null ? t('details.noPrice') : formatMicros(language, run.cost)}
      </Fact>
    </dl>
  );
}

/** The failure in the words of the model's provider, for administrators. */
function WhyFailed({ failure: { status, words, request_id: request } }: { readonly failure: RunFailure }) {
  const { t } = useTranslation('chat');
  return (
    <>
      <Fact name={t('details.providerSaid')}>
        <span dir="auto">{[status, words].filter((part) => part !== null && part !== '').join(' · ')}</span>
      </Fact>
      {request !== null && <Fact name={t('details.request')}>{request}</Fact>}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
