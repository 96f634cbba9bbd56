import { useState } from 'react';
import {
  deleteAutomation,
  listAutomations,
  switchAutomation,
  takeOverAutomation,
  type Automation,
} from '@parlance/shared/contract/api/automations/automations';
import type { SchedulePlaces } from '@parlance/shared/contract/api/schedules';
import { call, failureKey } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import { useComposedPages, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { snackbar } from '@parlance/shared/ui/toasts';
import { readQuery, writeQuery, type AutomationQuery } from './automation-query.ts';

/** The poll interval of the list in milliseconds, while one of them is running. */
const lookEveryMs = 5_000;
const isAtWork = ({ last }: Automation) => last !== null && ['waiting', 'running', 'approval'].includes(last.status);

/** Loads the automations of the address's query, and the used places of the plan. */
export function useAutomations(query: AutomationQuery): Pages<Automation> & { readonly places: SchedulePlaces | null } {
  const [places, setPlaces] = useState<SchedulePlaces | null>(null);
  const { q, state } = query;
  const pages = useComposedPages(
    'agent-studio/automations',
    [query],
    async (cursor, signal) => {
      const page = await call(
        listAutomations,
        { query: { q, ...(state === null ? {} : { state }), cursor } },
        { signal },
      );
      setPlaces(page.places);
      return page;
    },
    { keepsRows: true, lookAgain: { every: lookEveryMs, while: (rows) => rows.some(isAtWork) } },
  );
  return { ...pages, places };
}

/** Returns the query in the address, and its setter. */
export function useAutomationQuery(): [AutomationQuery, (change: Partial<AutomationQuery>) => void] {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  return [query, (change) => setParams(writeQuery({ ...query, ...change }), { replace: true })];
}

const paramsOf = ({ id }: Automation) => ({ automation_id: id });

/** Switches an automation on or off, and reports the reason of a failure. */
export async function switchTo(automation: Automation, state: Automation['state'], reload: () => void): Promise<void> {
  try {
    await call(switchAutomation, { params: paramsOf(automation), body: { state } });
  } catch (failure) {
    snackbar(i18n.t(failureKey(failure)), { tone: 'bad' });
  }
  reload();
}

/** Says whether something is signed with a secret, which the previous owner has seen. */
const hasSecrets = ({ trigger, actions }: Automation) =>
  trigger.kind === 'webhook' || actions.some(({ kind }) => kind === 'http');

/**
 * Makes an automation run as the person from now on, and resumes it at once on request. Throws the reason it could not
 * be taken over.
 */
export async function takeOver(automation: Automation, resumes: boolean, reload: () => void): Promise<void> {
  await call(takeOverAutomation, { params: paramsOf(automation) });
  snackbar(
    i18n.t(hasSecrets(automation) ? 'agent-automation:takenOverSecrets' : 'agent-automation:takenOver', {
      name: automation.name,
    }),
    { tone: 'good' },
  );
  if (resumes) await switchTo(automation, 'active', reload);
  else reload();
}

export async function removeAutomation(automation: Automation): Promise<void> {
  await call(deleteAutomation, { params: paramsOf(automation) });
  snackbar(i18n.t('agent-automation:deletion.done', { name: automation.name }), { tone: 'good' });
}
