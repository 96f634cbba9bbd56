import { Suspense, useState } from 'react';
import type { Rule } from '@parlance/shared/contract/api/governance';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate, useParams } from '@parlance/shared/router';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import { Bench } from './bench.tsx';
import styles from './governance-rule.module.css';
import { Hits, Versions } from './history.tsx';
import { RuleForm } from './rule-form.tsx';
import { newRule, remove, useRule, type Opened } from './use-rule.ts';

const Replays = lazyPart(async () => ({ default: (await import('./replays.tsx')).Replays }));

/** One rule: what it says, a bench to try it on, where it has applied, and what it said before. */
export default function GovernanceRule() {
  const { ruleId = '' } = useParams();
  const opened = useRule(ruleId);
  if (opened.status === 'loading') return <LoadingState />;
  if (opened.status === 'failed') return <ErrorState error={opened.failure} onRetry={opened.retry} />;
  return <Desk key={ruleId} opened={opened.data} />;
}

function Desk({ opened }: { readonly opened: Opened }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const place = `governance ${opened.rule?.id ?? newRule}`;
  const left = useUnsaved(place, opened.definition);
  // Saving reports what others have saved since it was typed.
  const [rule, setRule] = useState<Rule | null>(opened.rule === null || left === null ? opened.rule : { ...opened.rule, version: left.revision });
  const [definition, setDefinition] = useState(left?.typed ?? opened.definition);
  const [isDeleting, setIsDeleting] = useState(false);

  const isUnsaved = !isDeleting && JSON.stringify(definition) !== JSON.stringify((rule ?? opened).definition);
  useUnsavedWaits(place, isUnsaved ? { typed: definition, revision: rule?.version ?? 0 } : null);

  function showSaved(next: Rule): void {
    snackbar(t('governance.saved'), { tone: 'good' });
    if (rule === null) return void navigate(`/governance/${next.id}`, { replace: true });
    setRule(next);
    setDefinition(next.definition);
  }
  return (
    <Page title={rule === null ? t('governance.new') : rule.definition.name} actions={rule !== null && <button type="button" className="button" onClick={() => setIsDeleting(true)}>{t('governance.delete')}</button>}>
      <p className={styles.back}><Link to="/governance">{t('governance.back')}</Link></p>
      <div className={styles.desk}>
        <RuleForm rule={rule} definition={definition} isUnsaved={isUnsaved} onChange={setDefinition} onSaved={showSaved} />
        <Bench definition={definition} />
      </div>
      <Suspense fallback={<LoadingState />}><Replays ruleId={rule?.id ?? null} definition={definition} /></Suspense>
      {rule !== null && <Hits rule={rule} />}
      {rule !== null && <Versions rule={rule} onTake={setDefinition} />}
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
            await remove(rule);
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
