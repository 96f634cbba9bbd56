import { Suspense, useState } from 'react';
import type { Rule } from '@parlance/shared/contract/api/governance/rules';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate, useParams } from '@parlance/shared/router';
import { Conflict, differing } from '@parlance/shared/ui/conflict';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { Bench } from './bench.tsx';
import styles from './governance-rule.module.css';
import { Hits, Versions } from './history.tsx';
import { RuleForm } from './rule-form.tsx';
import { removeRule, useEditing, useRule } from './use-rule.ts';

const Replays = lazyPart(async () => ({ default: (await import('./replays.tsx')).Replays }));

/** One rule: its form, a bench to try it on, its hits, and its versions. */
export default function GovernanceRule() {
  const { ruleId = '' } = useParams();
  const opened = useRule(ruleId);
  if (opened.status === 'loading') return <LoadingState />;
  if (opened.status === 'failed') return <ErrorState error={opened.failure} onRetry={opened.retry} />;
  return <Desk key={ruleId} opened={opened.data} keep={opened.keep} />;
}

type Props = { readonly opened: Rule | null; readonly keep: (rule: Rule | null) => void };

function Desk({ opened, keep }: Props) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const editing = useEditing({
    opened,
    keep,
    isGoing: isDeleting,
    onSaved(made) {
      snackbar(t('governance.saved'), { tone: 'good' });
      if (made !== null) void navigate(`/governance/${made.id}`, { replace: true });
    },
  });
  const { rule, definition, change, theirs } = editing;
  const names = {
    name: t('governance.name'),
    target: t('governance.target'),
    action: t('governance.action'),
    message: t('governance.message'),
    conditions: t('governance.conditions'),
    scope: t('governance.scope.title'),
  };
  return (
    <Page
      title={rule === null ? t('governance.new') : rule.definition.name}
      actions={
        rule !== null && (
          <button type="button" className="button" onClick={() => setIsDeleting(true)}>
            {t('governance.delete')}
          </button>
        )
      }
    >
      <p className={styles.back}>
        <Link to="/governance">{t('governance.back')}</Link>
      </p>
      {rule !== null && theirs !== null && (
        <Conflict
          keepMine={() => editing.settle('mine')}
          takeTheirs={() => editing.settle('theirs')}
          isSending={editing.isSending}
          differs={differing(names, theirs.definition, definition)}
        />
      )}
      <div className={styles.desk}>
        <RuleForm editing={editing} />
        <Bench definition={definition} />
      </div>
      <Suspense fallback={<LoadingState />}>
        <Replays ruleId={rule?.id ?? null} definition={definition} />
      </Suspense>
      {rule !== null && <Hits rule={rule} />}
      {rule !== null && <Versions rule={rule} onTake={change} />}
      {rule !== null && isDeleting && <DeleteDialog rule={rule} close={() => setIsDeleting(false)} />}
    </Page>
  );
}

function DeleteDialog({ rule, close }: { readonly rule: Rule; readonly close: () => void }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('governance.deleteTitle', { name: rule.definition.name })} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await removeRule(rule);
            void navigate('/governance');
          });
        }}
      >
        <p>{t('governance.deleteText')}</p>
        <FormEnd label={t('governance.delete')} isDangerous isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
