import { createRule, deleteRule, getRule, listHits, listRuleVersions, saveRule, tryRule, type BenchResult, type Hit, type Rule, type RuleVersion } from '@parlance/shared/contract/api/governance';
import type { CheckedKind, RuleDefinition, RuleDraft } from '@parlance/shared/contract/governance';
import { call } from '@parlance/shared/http';
import { useComposed, useComposedPages, useEndpointPages, type Loaded, type Pages } from '@parlance/shared/loading';

/** The last part of the address of a rule that is yet to be made. */
export const newRule = 'new';

/** What the form of a new rule begins with. */
const blank: RuleDefinition = { name: '', message: '', target: 'both', action: 'monitor', conditions: [{ kind: 'words', terms: [], whole_words: true }], scope: { team_ids: [], bot_ids: [] } };

export type Opened = { readonly rule: Rule | null; readonly definition: RuleDefinition };

/** A rule, or the beginning of a new one. */
export const useRule = (id: string): Loaded<Opened> & { readonly retry: () => void } =>
  useComposed('admin/rule', [id], async () => {
    if (id === newRule) return { rule: null, definition: blank };
    const rule = await call(getRule, { params: { rule_id: id } });
    return { rule, definition: rule.definition };
  }, { isEdited: true });

/** Makes the rule, or saves a further version of it. */
export const saved = (rule: Rule | null, definition: RuleDraft, confirmsReach: boolean): Promise<Rule> =>
  rule === null
    ? call(createRule, { body: { definition, confirms_reach: confirmsReach } })
    : call(saveRule, { params: { rule_id: rule.id }, body: { definition, version: rule.version, confirms_reach: confirmsReach } });

export const remove = ({ id }: Rule): Promise<unknown> => call(deleteRule, { params: { rule_id: id } });

export const tried = (definition: RuleDraft, kind: CheckedKind, text: string): Promise<BenchResult> => call(tryRule, { body: { definition, kind, text } });

export const useHits = (id: string): Pages<Hit> => useEndpointPages(listHits, { params: { rule_id: id } });

type ListedVersion = RuleVersion & { readonly id: string };
/** The versions up to one. Reloads after each save. */
export const useVersions = ({ id, version }: Rule): Pages<ListedVersion> =>
  useComposedPages('admin/rule-versions', [id, version], async (cursor) => {
    const { items, next_cursor } = await call(listRuleVersions, { params: { rule_id: id }, query: { cursor } });
    return { items: items.map((it) => ({ ...it, id: String(it.version) })), next_cursor };
  });

/** Empty lines are no words. */
export const tidied = (definition: RuleDefinition): RuleDefinition => ({
  ...definition,
  conditions: definition.conditions.map((it) => (it.kind === 'words' ? { ...it, terms: it.terms.map((term) => term.trim()).filter((term) => term !== '') } : it)),
});
