import {
  createRule,
  deleteRule,
  getRule,
  listHits,
  listRuleVersions,
  saveRule,
  tryRule,
  type BenchResult,
  type Hit,
  type Rule,
  type RuleVersion,
} from '@parlance/shared/contract/api/governance/rules';
import type { CheckedKind, RuleDefinition, RuleDraft } from '@parlance/shared/contract/api/governance/rule';
import { call } from '@parlance/shared/http';
import { useComposedPages, useEditedComposed, useEndpointPages, type Kept, type Pages } from '@parlance/shared/loading';
import { useEdited, type EditedThing } from '@parlance/shared/ui/edited';
import { useSending } from '@parlance/shared/ui/fields';
import { useState } from 'react';

/** The id of a new rule in addresses. */
export const newRule = 'new';

/** The initial form of a new rule. */
const blank: RuleDefinition = {
  name: '',
  message: '',
  target: 'both',
  action: 'monitor',
  conditions: [{ kind: 'words', terms: [], whole_words: true }],
  scope: { team_ids: [], bot_ids: [] },
};

/** Loads the present rule; null for a new one. */
export const useRule = (id: string): Kept<Rule | null> =>
  useEditedComposed('admin/rule', [id], async () => (id === newRule ? null : readRule(id)));

/** Returns the definition of a rule, or the initial one for a new rule. */
export const definitionOf = (rule: Rule | null): RuleDefinition => rule?.definition ?? blank;

export const readRule = (id: string): Promise<Rule> => call(getRule, { params: { rule_id: id } });

/** Creates the rule, or saves a further version based on the edited one. */
export const saved = (
  rule: Rule | null,
  definition: RuleDraft,
  { version, confirmsReach }: { readonly version: number; readonly confirmsReach: boolean },
): Promise<Rule> =>
  rule === null
    ? call(createRule, { body: { definition, confirms_reach: confirmsReach } })
    : call(saveRule, { params: { rule_id: rule.id }, body: { definition, version, confirms_reach: confirmsReach } });

export type Editing = Pick<EditedThing<Rule | null, RuleDefinition>, 'isChanged' | 'change' | 'theirs'> & {
  /** The server's state, as far as this page knows; null until it is created. */
  readonly rule: Rule | null;
  readonly definition: RuleDefinition;
  readonly save: (confirmsReach: boolean) => void;
  /** Saves over their content, which stays as a version; or drops the draft. */
  readonly settle: (choice: 'mine' | 'theirs') => void;
  readonly isSending: boolean;
  readonly failure: unknown;
};

type Options = {
  readonly opened: Rule | null;
  readonly keep: (rule: Rule | null) => void;
  readonly isGoing: boolean;
  /** Called after each save; `made`: the new rule, which has an address of its own now. */ readonly onSaved: (
    made: Rule | null,
  ) => void;
};

/** Manages a rule being edited. The draft survives any failure. */
export function useEditing({ opened, keep, isGoing, onSaved }: Options): Editing {
  const edited = useEdited<Rule | null, RuleDefinition>({
    loaded: opened,
    keep,
    isGoing,
    placeOf: (rule) => `governance ${rule?.id ?? newRule}`,
    draftOf: definitionOf,
    revisionOf: (rule) => rule?.version ?? 0,
    read: async (rule) => (rule === null ? null : readRule(rule.id)),
  });
  const { known: rule, theirs } = edited;
  const [confirms, confirm] = useState(false);
  const sending = useSending();

  function saveOver(confirmsReach: boolean, over?: Rule): void {
    confirm(confirmsReach);
    sending.send(async () => {
      const now = await edited.save(
        (definition, version) => saved(rule, tidyRule(definition), { version, confirmsReach }),
        over,
      );
      if (now === null) return 'again';
      if (rule === null) edited.carry(now);
      onSaved(rule === null ? now : null);
      return rule === null ? undefined : 'again';
    });
  }
  return {
    rule,
    definition: edited.draft,
    change: edited.change,
    isChanged: edited.isChanged,
    theirs,
    save: (confirmsReach) => saveOver(confirmsReach),
    settle(choice) {
      if (theirs === null) return;
      if (choice === 'mine') saveOver(confirms, theirs);
      else edited.begin(theirs);
    },
    isSending: sending.isSending,
    failure: sending.failure,
  };
}

export const removeRule = ({ id }: Rule): Promise<unknown> => call(deleteRule, { params: { rule_id: id } });

export const runBench = (definition: RuleDraft, kind: CheckedKind, text: string): Promise<BenchResult> =>
  call(tryRule, { body: { definition, kind, text } });

export const useHits = (id: string): Pages<Hit> => useEndpointPages(listHits, { params: { rule_id: id } });

type ListedVersion = RuleVersion & { readonly id: string };
/** Loads the versions up to one. Reloads after each save. */
export const useVersions = ({ id, version }: Rule): Pages<ListedVersion> =>
  useComposedPages('admin/rule-versions', [id, version], async (cursor) => {
    const { items, next_cursor } = await call(listRuleVersions, { params: { rule_id: id }, query: { cursor } });
    return { items: items.map((it) => ({ ...it, id: String(it.version) })), next_cursor };
  });

/** Drops empty lines, which are no terms. */
export const tidyRule = (definition: RuleDefinition): RuleDefinition => ({
  ...definition,
  conditions: definition.conditions.map((it) =>
    it.kind === 'words' ? { ...it, terms: it.terms.map((term) => term.trim()).filter((term) => term !== '') } : it,
  ),
});
