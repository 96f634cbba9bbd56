import type { PermissionSet } from '@parlance/shared/contract/api/permission-sets';
import { setDescriptionMaxLength } from '@parlance/shared/contract/api/privileges';
import { nameMaxLength } from '@parlance/shared/contract/name';
import { faultsOfStatement, statementsAtMost, type Statement } from '@parlance/shared/contract/privileges';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate } from '@parlance/shared/router';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useUnsaved, useUnsavedWaits } from '@parlance/shared/ui/unsaved';
import { useEffect, useRef, useState } from 'react';
import { DeleteDialog } from './delete-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import styles from './privilege-manager.module.css';
import { StatementFields } from './statement-fields.tsx';
import { namesIn, saved, useSet, type Content, type Opened } from './use-set.ts';

/** A statement in the form; its key stays its own where others are taken out. */
type Drafted = { readonly key: number; readonly statement: Statement };
const blank: Statement = { effect: 'deny', kind: 'bot', actions: ['use'], scope: 'all', ids: [], at_most: null };
const isWhole = (statement: Statement) => statement.actions.length > 0 && faultsOfStatement(statement).length === 0;

/** What one set says, in statements, and what saving it would change. */
export function SetEditor({ id, from }: { readonly id: string | null; readonly from: string | null }) {
  const opened = useSet(id, from);
  if (opened.status === 'loading') return <LoadingState />;
  if (opened.status === 'failed') return <ErrorState error={opened.failure} onRetry={opened.retry} />;
  return <Desk opened={opened.data} />;
}

function Desk({ opened }: { readonly opened: Opened }) {
  const { t } = useTranslation('admin');
  const place = `privileges ${opened.set?.id ?? 'new'}`;
  const left = useUnsaved<Content>(place, opened.content);
  // Saving reports what others have saved since it was typed.
  const [set, setSet] = useState(opened.set === null || left === null ? opened.set : { ...opened.set, revision: left.revision });
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Page
      title={set?.name ?? t('privileges.new')}
      actions={
        set !== null && (
          <>
            <Link className="button" to={`/privilege-manager?set=new&from=${set.id}`}>{t('privileges.copy')}</Link>
            <button type="button" className="button" onClick={() => setDeleting(true)}>{t('privileges.delete.open')}</button>
          </>
        )
      }
    >
      <p className={styles.back}><Link to="/privilege-manager">{t('privileges.back')}</Link></p>
      <SetForm place={place} opened={opened} begin={left?.typed ?? opened.content} set={set} setSet={setSet} isGoing={isDeleting} />
      {isDeleting && set !== null && <DeleteDialog set={set} close={() => setDeleting(false)} />}
    </Page>
  );
}

type FormProps = { readonly place: string; readonly opened: Opened; readonly begin: Content; readonly set: PermissionSet | null; readonly setSet: (set: PermissionSet) => void; /** It is about to be deleted: nothing of it is kept. */ readonly isGoing: boolean };

function SetForm({ place, opened: { content, names: known }, begin, set, setSet, isGoing }: FormProps) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [name, setName] = useState(begin.name);
  const [description, setDescription] = useState(begin.description);
  const [drafts, setDrafts] = useState<readonly Drafted[]>(begin.statements.map((statement, key) => ({ key, statement })));
  const [names, setNames] = useState(known);
  const [lacking, setLacking] = useState<number | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const { send, isSending, failure } = useSending();
  const nextKey = useRef(begin.statements.length);
  const statements = drafts.map(({ statement }) => statement);
  const typed = JSON.stringify([name, description, statements]);
  const [kept, setKept] = useState(JSON.stringify([content.name, content.description, content.statements]));
  const isUnsaved = typed !== kept && !isGoing;
  useLeavingAsks(isUnsaved && !isSending, { of: 'address' });
  useUnsavedWaits(place, isUnsaved ? { typed: { name, description, statements }, revision: set?.revision ?? 0 } : null);

  useEffect(() => {
    if (begin === content) return;
    // The draft may name more than the saved set. Names that cannot be loaded show as unknown.
    void namesIn(begin.statements).then((found) => setNames((before) => new Map([...before, ...found])), () => undefined);
  }, [begin, content]);

  /** Whether every statement says something; the first that does not is pointed out. */
  function isComplete(): boolean {
    const at = statements.findIndex((statement) => !isWhole(statement));
    setLacking(at === -1 ? null : at);
    return at === -1;
  }
  function save(): void {
    if (!isComplete()) return;
    send(async () => {
      const done = await saved(set, { name, description, statements });
      snackbar(t('privileges.saved'), { tone: 'good' });
      if (set === null) {
        void navigate(`/privilege-manager?set=${done.id}`, { replace: true });
        return undefined;
      }
      setSet(done);
      setKept(typed);
      return 'again';
    });
  }
  const add = () => {
    setDrafts([...drafts, { key: nextKey.current, statement: blank }]);
    nextKey.current += 1;
  };
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t('privileges.columns.name')} value={name} maxLength={nameMaxLength} onType={setName} />
        <TextField label={t('privileges.columns.description')} value={description} maxLength={setDescriptionMaxLength} isOptional onType={setDescription} />
        <h2>{t('privileges.columns.statements')}</h2>
        {drafts.length === 0 && <p className={styles.hint}>{t('privileges.statement.none')}</p>}
        {drafts.map(({ key, statement }, at) => (
          <StatementFields
            key={key}
            number={at + 1}
            statement={statement}
            names={names}
            isLacking={lacking === at && !isWhole(statement)}
            change={(changed, found = []) => {
              setDrafts(drafts.map((it) => (it.key === key ? { key, statement: changed } : it)));
              if (found.length > 0) setNames(new Map([...names, ...found.map((one) => [one.id, one.name] as const)]));
            }}
            remove={() => setDrafts(drafts.filter((it) => it.key !== key))}
          />
        ))}
        {drafts.length < statementsAtMost && <p><button type="button" className="button" onClick={add}>{t('privileges.statement.add')}</button></p>}
        <FormEnd label={t('privileges.save')} isSending={isSending} failure={failure}>
          <button type="button" className="button" onClick={() => setPreviewing(isComplete())}>{t('privileges.preview.open')}</button>
        </FormEnd>
      </form>
      {/* Beside the form of the set: a form holds no other. */}
      {isPreviewing && <PreviewDialog set={set} statements={statements} close={() => setPreviewing(false)} />}
    </>
  );
}
