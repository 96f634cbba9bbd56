import { useState, type ReactNode } from 'react';
import type { AgentOrigin } from '@parlance/shared/contract/api/agents/agents';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import type { Loaded } from '@parlance/shared/loading';
import choices from '@parlance/shared/ui/choices.module.css';
import { MoreRows, SearchField } from '@parlance/shared/ui/data';
import { Field, FormEnd, TextField, useSending, type Fault } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './new-agent.module.css';
import { readAgentFile } from './read-agent-file.ts';
import { useCopyable, useNewAgent, useTemplates, useWritingModel } from './use-new-agent.ts';

const kinds = ['blank', 'template', 'copy', 'file', 'description'] as const;
type Kind = (typeof kinds)[number];
/** The chosen origin, or the reason it is invalid. */
type Choice = AgentOrigin | Fault | null;
const isFault = (it: Choice): it is Fault => it !== null && 'key' in it;

/** Chooses the origin of a new agent. */
export function NewAgentForm() {
  const { t } = useTranslation('agent-studio');
  const [kind, setKind] = useState<Kind>('blank');
  const [chosen, choose] = useState<Choice>({ kind: 'blank' });
  const [isChecked, setChecked] = useState(false);
  const create = useNewAgent();
  const { send, isSending, failure } = useSending();
  const missing: Fault | undefined = isFault(chosen)
    ? chosen
    : isChecked && chosen === null
      ? { key: `agent-studio:newAgent.missing.${kind}` }
      : undefined;

  function begin(next: Kind): void {
    setKind(next);
    setChecked(false);
    choose(next === 'blank' ? { kind: 'blank' } : null);
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (chosen !== null && !isFault(chosen)) send(async () => void (await create(chosen)));
      }}
      noValidate
    >
      <fieldset className={choices.choices}>
        <legend>{t('newAgent.beginWith')}</legend>
        {kinds.map((it) => (
          <label key={it}>
            <input type="radio" name="kind" checked={kind === it} onChange={() => begin(it)} />
            <span>
              {t(`newAgent.kinds.${it}`)}
              <small>{t(`newAgent.about.${it}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {kind === 'template' && <Template choose={choose} chosen={chosen} />}
      {kind === 'copy' && <Copy choose={choose} chosen={chosen} fault={missing} />}
      {kind === 'file' && <File choose={choose} fault={missing} />}
      {kind === 'description' && <Description choose={choose} fault={missing} />}
      {kind === 'template' && missing !== undefined && (
        <p role="alert" className="field-fault">
          {t(`newAgent.missing.${kind}`)}
        </p>
      )}
      <FormEnd label={t('newAgent.create')} isSending={isSending} failure={failure} />
    </form>
  );
}

type Choosing = { readonly choose: (chosen: Choice) => void; readonly fault: Fault | undefined };

function Template({ choose, chosen }: { readonly choose: Choosing['choose']; readonly chosen: Choice }) {
  const { t } = useTranslation('agent-studio');
  const picked = chosen !== null && 'kind' in chosen && chosen.kind === 'template' ? chosen.template : null;
  return (
    <There loaded={useTemplates()}>
      {(templates) => (
        <fieldset className={styles.templates}>
          <legend className="visually-hidden">{t('newAgent.kinds.template')}</legend>
          {templates.map(({ id, name, description, avatar }) => (
            <label key={id}>
              <input
                type="radio"
                name="template"
                checked={picked === id}
                onChange={() => choose({ kind: 'template', template: id })}
              />
              <span aria-hidden="true" className={styles.avatar}>
                {avatar}
              </span>
              <span>
                {name}
                <small>{description}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </There>
  );
}

function Copy({ choose, chosen, fault }: Choosing & { readonly chosen: Choice }) {
  const { t } = useTranslation('agent-studio');
  const [q, search] = useState('');
  const { rows, more, reload } = useCopyable(q);
  const picked = chosen !== null && 'kind' in chosen && chosen.kind === 'copy' ? chosen.agent_id : null;
  return (
    <div>
      <SearchField
        label={t('newAgent.agent')}
        hint={t('agentController.searchHint')}
        value={q}
        maxLength={200}
        onSearch={(text) => {
          search(text);
          // The choice is always among the visible ones.
          choose(null);
        }}
      />
      {rows.status === 'loading' && <LoadingState />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && rows.data.length === 0 && (
        <p role="status">{t('agentController.none.title', { q })}</p>
      )}
      {rows.status === 'ready' && rows.data.length > 0 && (
        <fieldset className={styles.templates}>
          <legend className="visually-hidden">{t('newAgent.agent')}</legend>
          {rows.data.map(({ id, name, avatar, owner }) => (
            <label key={id}>
              <input
                type="radio"
                name="agent"
                checked={picked === id}
                onChange={() => choose({ kind: 'copy', agent_id: id })}
              />
              <span aria-hidden="true" className={styles.avatar}>
                {avatar}
              </span>
              <span>
                {name === '' ? t('agents.unnamed') : name}
                {owner !== null && <small>{owner.name}</small>}
              </span>
            </label>
          ))}
          <MoreRows more={more} label={t('agentController.more')} />
        </fieldset>
      )}
      {fault !== undefined && (
        <p role="alert" className="field-fault">
          {t('newAgent.missing.copy')}
        </p>
      )}
    </div>
  );
}

function File({ choose, fault }: Choosing) {
  const { t } = useTranslation('agent-studio');
  return (
    <Field label={t('newAgent.file')} hint={t('newAgent.fileHint')} fault={fault}>
      {(control) => (
        <input
          {...control}
          type="file"
          className={styles.file}
          accept=".json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            choose(null);
            if (file !== undefined) void readAgentFile(file).then(choose);
          }}
        />
      )}
    </Field>
  );
}

function Description({ choose, fault }: Choosing) {
  const { t } = useTranslation('agent-studio');
  const [text, setText] = useState('');
  const writes = useWritingModel();
  if (writes === null) return <LoadingState />;
  if (!writes)
    return (
      <p role="status" className={styles.needs}>
        {t('newAgent.needsModel')}
      </p>
    );
  return (
    <TextField
      label={t('newAgent.description')}
      hint={t('newAgent.descriptionHint')}
      isLong
      fault={fault}
      value={text}
      maxLength={4_000}
      onType={(typed) => {
        setText(typed);
        choose(
          typed.trim().length < 10 ? null : { kind: 'description', description: typed, language: currentLanguage() },
        );
      }}
    />
  );
}

function There<T>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<T> & { readonly retry: () => void };
  readonly children: (data: T) => ReactNode;
}) {
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  return children(loaded.data);
}
