import { useEffect, useRef, useState } from 'react';
import {
  createTool,
  getTool,
  saveTool,
  toolDescriptionMaxLength,
  toolNameMaxLength,
  type SavedTool,
  type Tool,
  type ToolDetails,
} from '@parlance/shared/contract/api/tools';
import { ApiFailure, call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEditedEndpoint } from '@parlance/shared/loading';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, TextField, useForm } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { signInNeeded } from './failure-text.ts';
import { LeftOutOfSaved } from './left-out.tsx';
import { FunctionSwitches } from './function-switches.tsx';
import { HeaderFields, useHeaders } from './header-fields.tsx';
import { KindFields } from './kind-fields.tsx';
import { ServerWords } from './server-words.tsx';
import { SignInFields, SignInOffer, useClientSecret } from './sign-in-fields.tsx';
import { SignInState, SignInToSaved } from './sign-in-tool.tsx';
import {
  checkTool,
  changedFields,
  draftOf,
  fault,
  faultsOf,
  hasHeaders,
  secretAnew,
  signsIn,
  type MadeKind,
  type ToolField,
  type ToolValues,
  valuesOf,
} from './tool-form.ts';
import styles from './tools.module.css';

type Props = {
  readonly saved: (tool: Tool) => void;
  /** Called when the list is outdated. */
  readonly changed: () => void;
  readonly close: () => void;
  readonly stdioServers: readonly string[];
};

const isComplete = ({ left_out: leftOut, error_code: code }: SavedTool) =>
  leftOut.length === 0 && code !== signInNeeded;

/**
 * Proceeds after a save at once, or once the person has seen the unusable functions, has signed in to read them, or has
 * finished with text typed meanwhile.
 */
function useSaved({ saved, close }: Pick<Props, 'saved' | 'close'>) {
  const [made, show] = useState<SavedTool | null>(null);
  const [known, stay] = useState<SavedTool | null>(null);
  const last = made ?? known;
  return {
    made,
    stay,
    leave: last === null ? close : () => saved(last),
    saved: (tool: SavedTool) => (isComplete(tool) ? saved(tool) : show(tool)),
  };
}

/** What is left to do about a tool that was just saved. */
function AfterSaving({ made, changed, close }: Pick<Props, 'changed' | 'close'> & { readonly made: SavedTool }) {
  return made.error_code === signInNeeded ? (
    <SignInToSaved tool={made} changed={changed} close={close} />
  ) : (
    <LeftOutOfSaved {...made} close={close} />
  );
}

/** The editor of a new tool. */
export function NewTool({ kind, ...opened }: Props & { readonly kind: MadeKind }) {
  const { t } = useTranslation('agent-studio');
  const { made, leave, ...ends } = useSaved(opened);
  return (
    <Dialog title={t(`tools.add.${kind}`)} close={leave}>
      {made === null ? (
        <Editor {...opened} {...ends} close={leave} kind={kind} tool={null} />
      ) : (
        <AfterSaving made={made} changed={opened.changed} close={leave} />
      )}
    </Dialog>
  );
}

/** The editor of an existing tool, whose secrets stay unless they are entered anew. */
export function EditTool({ tool: { id, name }, ...opened }: Props & { readonly tool: Tool }) {
  const { t } = useTranslation('agent-studio');
  const loaded = useEditedEndpoint(getTool, { params: { tool_id: id } });
  const [begun, begin] = useState<ToolDetails | null>(null);
  const seen = begun ?? (loaded.status === 'ready' ? loaded.data : null);
  const { made, leave, ...ends } = useSaved(opened);
  return (
    <Dialog title={t('tools.editOf', { name })} close={leave}>
      {made !== null && <AfterSaving made={made} changed={opened.changed} close={leave} />}
      {made === null && seen !== null && seen.settings !== null && (
        <Editor
          key={begun?.revision}
          {...opened}
          {...ends}
          close={leave}
          kind={seen.settings.kind}
          tool={seen}
          begin={begin}
        />
      )}
      {loaded.status === 'failed' && <ErrorState error={loaded.failure} onRetry={loaded.retry} />}
      {loaded.status === 'loading' && <LoadingState />}
    </Dialog>
  );
}

type EditorProps = Omit<Props, 'saved'> & {
  readonly saved: (tool: SavedTool) => void;
  /** Called with the saved tool while the person keeps typing. */ readonly stay: (tool: SavedTool) => void;
  readonly kind: MadeKind;
  readonly tool: ToolDetails | null;
  /** Restarts with the version that somebody else has saved. */ readonly begin?: (tool: ToolDetails) => void;
};

function Editor({ kind, tool: given, stdioServers, saved, changed, stay, close, begin }: EditorProps) {
  const { t } = useTranslation('agent-studio');
  // Saves by others do not change the form: they are detected on the next save.
  const [tool, know] = useState(given);
  const headers = useHeaders(tool);
  const secret = useClientSecret(tool);
  const [disabled, disable] = useState<readonly string[]>(() =>
    (tool?.functions ?? []).filter(({ is_enabled: isEnabled }) => !isEnabled).map(({ name }) => name),
  );
  const [theirs, setTheirs] = useState<ToolDetails | null>(null);
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  const standing = (fields: ToolValues) => JSON.stringify([fields, headers.rows, secret.value, disabled]);
  const latest = useRef('');
  const { values, type, faults, isSending, failure, form } = useForm<ToolField>({
    initial: valuesOf(tool),
    check: (typed) => ({
      ...checkTool(kind, typed),
      ...(hasHeaders(kind, typed) && headers.isWrong() ? { headers: fault('noHeader') } : {}),
      ...(signsIn(kind, typed) && typed.signIn === 'organization' && secret.value === ''
        ? { clientSecret: fault('empty') }
        : {}),
    }),
    send: async (typed) => {
      const draft = draftOf({ kind, values: typed, headers: headers.rows, clientSecret: secret.value, disabled });
      setRefusal(null);
      try {
        // A person who has been shown the conflict, and submits again, means it.
        const now =
          tool === null
            ? await call(createTool, { body: draft })
            : await call(saveTool, {
                params: { tool_id: tool.id },
                body: { ...draft, revision: theirs?.revision ?? tool.revision },
              });
        if (latest.current === standing(typed)) {
          saved(now);
          return undefined;
        }
        know(now);
        setTheirs(null);
        stay(now);
        return valuesOf(now);
      } catch (error) {
        if (error instanceof ApiFailure) setRefusal(error);
        const isOvertaken = error instanceof ApiFailure && error.code === 'conflict';
        if (tool !== null && isOvertaken) setTheirs(await call(getTool, { params: { tool_id: tool.id } }));
        throw error;
      }
    },
    beside: (failed, typed) => ({
      ...faultsOf(failed, kind, typed),
      ...(headers.refused(failed) ? { headers: fault('giveAnew') } : {}),
      ...(secret.refused(failed) ? { clientSecret: secretAnew } : {}),
    }),
  });
  const stands = standing(values);
  useEffect(() => void (latest.current = stands), [stands]);
  const isConflict = failure instanceof ApiFailure && failure.code === 'conflict';
  return (
    <form {...form} className={styles.form}>
      <TextField
        label={t('tools.name')}
        value={values.name}
        maxLength={toolNameMaxLength}
        fault={faults.name}
        onType={(it) => type('name', it)}
      />
      <TextField
        label={t('tools.description')}
        hint={t('tools.descriptionHint')}
        isLong
        isOptional
        value={values.description}
        maxLength={toolDescriptionMaxLength}
        onType={(it) => type('description', it)}
      />
      <KindFields kind={kind} values={values} faults={faults} type={type} stdioServers={stdioServers} />
      <ServerWords issues={refusal?.issues ?? []} />
      {kind === 'mcp' && values.program === '' && (
        <>
          {refusal?.code === 'tool_sign_in_refused' && values.signIn === '' && (
            <SignInOffer take={() => type('signIn', 'person')} />
          )}
          <SignInFields values={values} faults={faults} type={type} secret={secret} />
          {tool?.is_signed_in !== undefined && values.signIn !== '' && <SignInState tool={tool} changed={changed} />}
        </>
      )}
      {hasHeaders(kind, values) && <HeaderFields headers={headers} />}
      {tool !== null && <FunctionSwitches functions={tool.functions} disabled={disabled} change={disable} />}
      {tool !== null && theirs !== null && isConflict && (
        <Theirs mine={tool} theirs={theirs} take={() => begin?.(theirs)} />
      )}
      <FormEnd
        label={tool === null ? t('tools.make') : isConflict ? t('tools.conflict.mine') : t('tools.save')}
        isSending={isSending}
        failure={isConflict ? null : failure}
        onCancel={close}
      />
    </form>
  );
}

/**
 * Resolves a conflict with somebody's save: shows their changes, and offers to take them. Nothing is lost before the
 * person chooses.
 */
function Theirs({
  mine,
  theirs,
  take,
}: {
  readonly mine: ToolDetails;
  readonly theirs: ToolDetails;
  readonly take: () => void;
}) {
  const { t } = useTranslation('agent-studio');
  const names = {
    name: t('tools.name'),
    description: t('tools.description'),
    settings: t('tools.conflict.settings'),
    headers: t('tools.headers.title'),
    clientSecret: t('tools.signIn.clientSecret'),
    functions: t('tools.switches.title'),
  };
  const fields = changedFields(mine, theirs).map((part) => names[part]);
  return (
    <section className={styles.conflict} role="alert">
      <p>{t('tools.conflict.text')}</p>
      {fields.length > 0 && <p>{t('tools.conflict.differs', { fields: fields.join(' · ') })}</p>}
      <button type="button" className="button" onClick={take}>
        {t('tools.conflict.theirs')}
      </button>
    </section>
  );
}
