import { listRules, orderRules, switchRule, type Rule } from '@parlance/shared/contract/api/governance/rules';
import { call, failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { pick, useEndpoint, type Loaded } from '@parlance/shared/loading';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';

export type Rules = {
  readonly rules: Loaded<readonly Rule[]>;
  readonly reload: () => void;
  /** True while a change is being saved: another one waits for it. */
  readonly isChanging: boolean;
  readonly switchTo: (rule: Rule, isEnabled: boolean) => Promise<void>;
  /** Moves a rule down by so many places; a negative number moves it up. */
  readonly move: (rule: Rule, by: number) => Promise<void>;
};

/** Loads the rules in their order, and changes the list itself. */
export function useRules(): Rules {
  const { t } = useTranslation('admin');
  const { retry, ...loaded } = pick(useEndpoint(listRules, {}), ({ items }) => items);
  const [changed, setChanged] = useState<{ readonly from: unknown; readonly rules: readonly Rule[] } | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const read = loaded.status === 'ready' ? loaded.data : null;
  // A load after a change includes it.
  const rules = read !== null && changed?.from === read ? { status: 'ready' as const, data: changed.rules } : loaded;
  const shown = rules.status === 'ready' ? rules.data : [];

  async function change(work: () => Promise<readonly Rule[]>): Promise<void> {
    if (isChanging) return;
    setIsChanging(true);
    try {
      setChanged({ from: read, rules: await work() });
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
      retry();
    } finally {
      setIsChanging(false);
    }
  }

  return {
    rules,
    reload: retry,
    isChanging,
    switchTo: (rule, isEnabled) =>
      change(async () => {
        const after = await call(switchRule, { params: { rule_id: rule.id }, body: { is_enabled: isEnabled } });
        return shown.map((it) => (it.id === after.id ? after : it));
      }),
    move: (rule, by) =>
      change(async () => {
        const ids = shown.map(({ id }) => id).filter((id) => id !== rule.id);
        ids.splice(shown.indexOf(rule) + by, 0, rule.id);
        return (await call(orderRules, { body: { rule_ids: ids } })).items;
      }),
  };
}
