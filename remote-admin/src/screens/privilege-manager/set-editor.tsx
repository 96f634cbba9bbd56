import type { PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import { setDescriptionMaxLength } from '@parlance/shared/contract/api/privileges/privileges';
import { nameMaxLength } from '@parlance/shared/contract/values/name';
import { faultsOfStatement, statementsAtMost, type Statement } from '@parlance/shared/contract/access/privileges';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate } from '@parlance/shared/router';
import { Conflict, differing } from '@parlance/shared/ui/conflict';
import { useEdited, type EditedThing } from '@parlance/shared/ui/edited';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useEffect, useEffectEvent, useState } from 'react';
import { DeleteDialog } from './delete-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import styles from './privilege-manager.module.css';
import { StatementFields } from './statement-fields.tsx';
import { namesIn, readSet, saveSet, useSet, type Content, type OpenSet } from './use-set.ts';

/** A statement in the form; its key stays stable when others are removed. */
type StatementDraft = { readonly key: number; readonly statement: Statement };
const blank: Statement = { effect: 'deny', kind: 'bot', actions: ['use'], scope: 'all', ids: [], at_most: null };
const isWhole = (statement: Statement) => statement.actions.length > 0 && faultsOfStatement(statement).length === 0;

/** A set in the form. */
type Draft = { readonly name: string; readonly description: string; readonly drafts: readonly StatementDraft[] };
const draftOf = ({ name, description, statements }: Content): Draft => ({
  name,
  description,
  drafts: statements.map((statement, key) => ({ key, statement })),
});
const contentOf = ({ name, description, drafts }: Draft): Content => ({
  name,
  description,
  statements: drafts.map(({ statement }) => statement),
});

/** Edits one set: its statements, with a preview of the effects of saving. */
export function SetEditor({ id, from }: { readonly id: string | null; readonly from: string | null }) {
  const opened = useSet(id, from);
  if (opened.status === 'loading') return <LoadingState />;
  if (opened.status === 'failed') return <ErrorState error={opened.failure} onRetry={opened.retry} />;
  return <Desk opened={opened.data} keep={opened.keep} />;
}

function Desk({ opened, keep }: { readonly opened: OpenSet; readonly keep: (opened: OpenSet) => void }) {
  const { t } = useTranslation('admin');
  const [isDeleting, setDeleting] = useState(false);
  const edited = useEdited<PermissionSet | null, Draft>({
    loaded: opened.set,
    keep: (set) => set !== null && keep({ ...opened, set, content: set }),
    placeOf: (set) => `privileges ${set?.id ?? 'new'}`,
    draftOf: (set) => draftOf(set ?? opened.content),
    contentOf,
    revisionOf: (set) => set?.revision ?? 0,
    read: async (set) => (set === null ? null : readSet(set.id)),
    isGoing: isDeleting,
  });
  const { known: set } = edited;
  return (
    <Page
      title={set?.name ?? t('privileges.new')}
      actions={
        set !== null && (
          <>
            <Link className="button" to={`/privilege-manager?set=new&from=${set.id}`}>
              {t('privileges.copy')}
            </Link>
            <button type="button" className="button" onClick={() => setDeleting(true)}>
              {t('privileges.delete.open')}
            </button>
          </>
        )
      }
    >
      <p className={styles.back}>
        <Link to="/privilege-manager">{t('privileges.back')}</Link>
      </p>
      <SetForm opened={opened} edited={edited} />
      {isDeleting && set !== null && <DeleteDialog set={set} close={() => setDeleting(false)} />}
    </Page>
  );
}

/**
 * Loads the names of the things in statements: those of the saved set, and of others that the form begins with. Names
 * that fail to load show as unknown.
 */
function useNames({ names: known, content }: OpenSet, statements: readonly Statement[], begun: number) {
  const [names, setNames] = useState(known);
  const add = (found: Iterable<readonly [string, string]>) => setNames((before) => new Map([...before, ...found]));
  const lookUp = useEffectEvent(() => {
    if (JSON.stringify(statements) !== JSON.stringify(content.statements))
      void namesIn(statements).then(add, () => undefined);
  });
  useEffect(() => lookUp(), [begun]);
  return { names, add };
}

function SetForm({
  opened,
  edited,
}: {
  readonly opened: OpenSet;
  readonly edited: EditedThing<PermissionSet | null, Draft>;
}) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const { known: set, draft, isChanged, theirs, change } = edited;
  const { name, description, drafts } = draft;
  const { statements } = contentOf(draft);
  const { names, add: addNames } = useNames(opened, statements, edited.begun);
  const [lacking, setLacking] = useState<number | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const { send, isSending, failure } = useSending();
  const setDrafts = (next: (before: readonly StatementDraft[]) => readonly StatementDraft[]) =>
    change((before) => ({ ...before, drafts: next(before.drafts) }));
  useLeavingAsks(isChanged && !isSending, { of: 'address' });

  /** Says whether every statement is complete; the first incomplete one is marked. */
  function isComplete(): boolean {
    const at = statements.findIndex((statement) => !isWhole(statement));
    setLacking(at === -1 ? null : at);
    return at === -1;
  }
  function save(over?: PermissionSet): void {
    if (!isComplete()) return;
    send(async () => {
      const done = await edited.save((typed, revision) => saveSet(set?.id ?? null, revision, contentOf(typed)), over);
      if (done === null) return 'again';
      snackbar(t('privileges.saved'), { tone: 'good' });
      if (set !== null) return 'again';
      edited.carry(done);
      void navigate(`/privilege-manager?set=${done.id}`, { replace: true });
      return undefined;
    });
  }
  const add = () =>
    setDrafts((before) => [...before, { key: 1 + Math.max(-1, ...before.map(({ key }) => key)), statement: blank }]);
  const parts = {
    name: t('privileges.columns.name'),
    description: t('privileges.columns.description'),
    statements: t('privileges.columns.statements'),
  };
  return (
    <>
      {theirs !== null && (
        <Conflict
          keepMine={() => save(theirs)}
          takeTheirs={() => edited.begin(theirs)}
          isSending={isSending}
          differs={differing<Content>(parts, theirs, contentOf(draft))}
        />
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t('privileges.columns.name')}
          value={name}
          maxLength={nameMaxLength}
          onType={(typed) => change((before) => ({ ...before, name: typed }))}
        />
        <TextField
          label={t('privileges.columns.description')}
          value={description}
          maxLength={setDescriptionMaxLength}
          isOptional
          onType={(typed) => change((before) => ({ ...before, description: typed }))}
        />
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
              setDrafts((before) => before.map((it) => (it.key === key ? { key, statement: changed } : it)));
              if (found.length > 0) addNames(found.map((one) => [one.id, one.name] as const));
            }}
            remove={() => setDrafts((before) => before.filter((it) => it.key !== key))}
          />
        ))}
        {drafts.length < statementsAtMost && (
          <p>
            <button type="button" className="button" onClick={add}>
              {t('privileges.statement.add')}
            </button>
          </p>
        )}
        <FormEnd label={t('privileges.save')} isSending={isSending} failure={failure}>
          <button type="button" className="button" onClick={() => setPreviewing(isComplete())}>
            {t('privileges.preview.open')}
          </button>
        </FormEnd>
      </form>
      {/* Outside the form of the set: forms do not nest. */}
      {isPreviewing && <PreviewDialog set={set} statements={statements} close={() => setPreviewing(false)} />}
    </>
  );
}
