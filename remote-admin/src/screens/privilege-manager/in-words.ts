import type { Explanation, PreviewedPerson } from '@parlance/shared/contract/api/privileges/privileges';
import {
  kindsWithoutIds,
  type PrivilegeAction,
  type PrivilegeKind,
  type Statement,
} from '@parlance/shared/contract/access/privileges';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import type { Names } from './use-set.ts';

type T = ReturnType<typeof useTranslation>['t'];
type Change = PreviewedPerson['changes'][number];
export type Reason = Explanation['because'][number];

const inOne = (words: readonly string[], type: Intl.ListFormatType = 'conjunction') =>
  new Intl.ListFormat(currentLanguage(), { type }).format(words);

/** The most names in one line; the rest is counted. */
const namesAtMost = 12;

/** Returns functions that put privileges into words. */
export function useWords() {
  const { t } = useTranslation('admin');
  return {
    statement: (statement: Statement, names: Names) => sentence(t, statement, names),
    thing: (kind: PrivilegeKind, id: string, names: Names) => thing(t, kind, id, names),
    changes: (person: PreviewedPerson, after: boolean) =>
      linesOf(
        t,
        person.changes.filter((change) => change.after === after),
      ),
    limit: ({ name, before, after }: PreviewedPerson['limits'][number]) =>
      t('privileges.preview.limit', {
        limit: t(`privileges.limits.${name}`),
        before: amount(t, before),
        after: amount(t, after),
      }),
    reason: (reason: Reason) =>
      t(`privileges.reasons.${reason.code}`, {
        set: reason.statement?.set_name ?? '',
        number: amount(t, reason.number ?? null),
      }),
    through: (reason: Reason) => through(t, reason),
    amount: (number: number | null) => amount(t, number),
  };
}

const amount = (t: T, number: number | null) =>
  number === null ? t('privileges.unlimited') : formatNumber(currentLanguage(), number);

/** Returns the name of a thing; a deleted one is described as gone. */
function thing(t: T, kind: PrivilegeKind, id: string, names: Names): string {
  if (kind === 'feature') return t(`features.${id}`);
  if (kind === 'limit') return t(`privileges.limits.${id}`);
  return toolOrName(t, kind, names.get(id) ?? t('privileges.gone'));
}

const builtInTools: readonly string[] = ['web-page', 'calculator', 'date-time'];
/** Returns the name of a thing; built-in tools have names in every language. */
export const toolOrName = (t: T, kind: string, name: string): string =>
  kind === 'tool' && builtInTools.includes(name) ? t(`privileges.builtInTools.${name}`) : name;

function sentence(t: T, { effect, kind, actions, scope, ids, at_most: atMost }: Statement, names: Names): string {
  const things = inOne(ids.map((id) => thing(t, kind, id, names)));
  if (kind === 'limit') return t(`privileges.says.limit.${effect}`, { things, number: amount(t, atMost ?? 0) });
  const said = { kind: t(`privileges.kinds.${kind}`), actions: actionsInOne(t, actions, effect) };
  const on = kindsWithoutIds.includes(kind) ? 'any' : scope;
  return t(`privileges.says.${effect}.${on}`, { ...said, things });
}

const actionsInOne = (t: T, actions: readonly PrivilegeAction[], effect: Statement['effect']) =>
  inOne(
    actions.map((action) => t(`privileges.actions.${action}`)),
    effect === 'allow' ? 'conjunction' : 'disjunction',
  );

/** Returns one line for each action, with the names of its things. */
function linesOf(t: T, changes: readonly Change[]): string[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.kind} ${change.action} ${change.kind !== 'feature' && change.name === null}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].map((group) => lineOf(t, group));
}

function lineOf(t: T, group: readonly Change[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const things = group.flatMap(({ kind, id, name }) =>
    kind === 'feature' && id !== null ? [t(`features.${id}`)] : (name ?? []),
  );
  if (first.kind === 'feature') return t('privileges.preview.areas', { things: inOne(things) });
  const said = { kind: t(`privileges.kinds.${first.kind}`), action: t(`privileges.actions.${first.action}`) };
  if (things.length === 0) return t('privileges.preview.anything', said);
  const rest = things.length - namesAtMost;
  return t('privileges.preview.things', {
    ...said,
    things: inOne([
      ...things.slice(0, namesAtMost),
      ...(rest > 0 ? [t('privileges.preview.more', { number: formatNumber(currentLanguage(), rest) })] : []),
    ]),
  });
}

/** Returns the holder of a statement's set, and its expiry; empty if there is nothing to say. */
function through(t: T, { statement }: Reason): string {
  if (statement === undefined) return '';
  const team = statement.team === null ? [] : [t('privileges.why.throughTeam', { team: statement.team })];
  const until =
    statement.expires_at === null
      ? []
      : [t('privileges.why.until', { date: formatDate(currentLanguage(), statement.expires_at) })];
  return [...team, ...until].join(' · ');
}
