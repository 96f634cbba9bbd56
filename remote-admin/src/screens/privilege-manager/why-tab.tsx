import type { Nameable } from '@parlance/shared/contract/api/privileges/privileges';
import { planFeatures } from '@parlance/shared/contract/access/access';
import {
  limitNames,
  privilegeActions,
  privilegeKinds,
  type PrivilegeAction,
  type PrivilegeKind,
} from '@parlance/shared/contract/access/privileges';
import { useTranslation } from '@parlance/shared/i18n';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { useState } from 'react';
import { OneOf } from './holder-field.tsx';
import { toolOrName, useWords } from './in-words.ts';
import styles from './privilege-manager.module.css';
import { Choice, isNamed } from './statement-fields.tsx';
import { loadExplanation, type Answer } from './use-why.ts';

type Question = { readonly kind: PrivilegeKind; readonly action: PrivilegeAction; readonly thing: Nameable | null };
/** The answer, and the person it is about. */
type Explanation = { readonly name: string; readonly answer: Answer };

/** The kinds whose things form a short fixed list. */
const listed: Partial<Record<PrivilegeKind, readonly string[]>> = { feature: planFeatures, limit: limitNames };
const startOf = (kind: PrivilegeKind): Question => {
  const id = listed[kind]?.[0];
  return { kind, action: privilegeActions[kind][0], thing: id === undefined ? null : { id, name: id } };
};

/** Explains why somebody may do something, or may not: the chain of reasons in order of precedence. */
export function WhyTab() {
  const { t } = useTranslation('admin');
  const [person, setPerson] = useState<Nameable | null>(null);
  const [question, setQuestion] = useState(startOf('bot'));
  const [isLacking, setLacking] = useState(false);
  const [told, tell] = useState<Explanation | null>(null);
  const { send, isSending, failure } = useSending();
  const change = (next: Question) => {
    setQuestion(next);
    tell(null);
  };

  function ask(): void {
    setLacking(person === null);
    tell(null);
    if (person === null) return;
    send(async () => {
      tell({
        name: person.name,
        answer: await loadExplanation({
          memberId: person.id,
          kind: question.kind,
          action: question.action,
          id: question.thing?.id ?? null,
        }),
      });
      return 'again';
    });
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <fieldset className={styles.ticks}>
        <legend>{t('privileges.why.who')}</legend>
        <div className={styles.wide}>
          <OneOf
            kind="member"
            one={person}
            choose={(one) => {
              setPerson(one);
              tell(null);
            }}
          />
        </div>
      </fieldset>
      <QuestionFields question={question} change={change} />
      <div role="alert" className={styles.fault}>
        {isLacking && t('privileges.why.lacking')}
      </div>
      <FormEnd label={t('privileges.why.ask')} isSending={isSending} failure={failure} />
      <div role="status">{told !== null && <Chain told={told} kind={question.kind} />}</div>
    </form>
  );
}

function QuestionFields({
  question,
  change,
}: {
  readonly question: Question;
  readonly change: (question: Question) => void;
}) {
  const { t } = useTranslation('admin');
  const words = useWords();
  const { kind, action, thing } = question;
  const few = listed[kind];
  const actions: readonly PrivilegeAction[] = privilegeActions[kind];
  return (
    <>
      <div className={styles.row}>
        <Choice
          label={t('privileges.statement.kind')}
          values={privilegeKinds}
          value={kind}
          nameOf={(it) => t(`privileges.kinds.${it}`)}
          choose={(it) => change(startOf(it))}
        />
        {actions.length > 1 && (
          <Choice
            label={t('privileges.why.action')}
            values={actions}
            value={action}
            nameOf={(it) => t(`privileges.actions.${it}`)}
            choose={(it) => change({ ...question, action: it })}
          />
        )}
        {few !== undefined && (
          <Choice
            label={t('privileges.why.thing')}
            values={few}
            value={thing?.id ?? ''}
            nameOf={(id) => words.thing(kind, id, new Map())}
            choose={(id) => change({ ...question, thing: { id, name: id } })}
          />
        )}
      </div>
      {isNamed(kind) && (
        <fieldset className={styles.ticks}>
          <legend>{t('privileges.why.thing')}</legend>
          <div className={styles.wide}>
            <OneOf
              key={kind}
              kind={kind}
              one={thing}
              nameOf={({ name }) => toolOrName(t, kind, name)}
              choose={(one) => change({ ...question, thing: one })}
            />
          </div>
        </fieldset>
      )}
    </>
  );
}

function Chain({
  told: {
    name,
    answer: { explanation, names },
  },
  kind,
}: {
  readonly told: Explanation;
  readonly kind: PrivilegeKind;
}) {
  const { t } = useTranslation('admin');
  const words = useWords();
  const { allowed, because, limit } = explanation;
  return (
    <section className={styles.chain}>
      <h2>
        {kind === 'limit'
          ? t('privileges.why.limit', { name, number: words.amount(limit ?? null) })
          : t(allowed ? 'privileges.why.yes' : 'privileges.why.no', { name })}
      </h2>
      <ol>
        {because.map((reason, at) => (
          // The chain of one answer keeps its order, so the index is a stable key.
          <li key={at}>
            {words.reason(reason)}
            {reason.decides && <strong className={styles.decides}>{t('privileges.why.decides')}</strong>}
            {reason.statement !== undefined && (
              <p className={styles.hint}>
                {[words.statement(reason.statement, names), words.through(reason)]
                  .filter((text) => text !== '')
                  .join(' — ')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
