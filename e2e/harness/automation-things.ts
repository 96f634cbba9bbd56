import {
  createAutomation,
  switchAutomation,
  type Automation,
} from '@parlance/shared/contract/api/automations/automations';
import { createSchedule, type Schedule } from '@parlance/shared/contract/api/schedules';
import { callAs } from './call-as.ts';
import { botOf } from './dialogues.ts';
import type { Stage } from './journey.ts';
import type { Visitor } from './visitor.ts';

/** A visitor’s schedule that asks the bot with files. */
export async function makeSchedule(stage: Stage, visitor: Visitor, name: string, cron: string): Promise<Schedule> {
  const definition = {
    name,
    bot_id: await botOf(stage, visitor),
    prompt: 'How many days of annual leave do I have?',
    cron,
    time_zone: 'Europe/Berlin',
  };
  return callAs<Schedule>(stage, visitor, createSchedule, {
    data: { idempotency_key: crypto.randomUUID(), definition },
  });
}

/** A visitor’s automation that is switched on, and answers a form with one question. */
export async function makeFormAutomation(stage: Stage, visitor: Visitor, name: string): Promise<Automation> {
  const trigger = {
    kind: 'form',
    title: 'Report a fault',
    fields: [{ name: 'what', label: 'What is broken?', kind: 'text', is_required: true }],
  };
  const definition = {
    name,
    bot_id: await botOf(stage, visitor),
    trigger,
    conditions: [],
    prompt: 'Report: {{what}}',
    actions: [],
    notifies_of_failure: false,
  };
  const { automation } = await callAs<{ automation: Automation }>(stage, visitor, createAutomation, {
    data: { idempotency_key: crypto.randomUUID(), definition },
  });
  return callAs<Automation>(stage, visitor, switchAutomation, {
    params: { automation_id: automation.id },
    data: { state: 'active' },
  });
}
