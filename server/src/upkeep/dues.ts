import { deadCodes } from '../modules/codes/codes.ts';
import { oldExports } from '../modules/dialogue-log/exports.ts';
import { deletedAutomations, oldAutomationEffects, oldAutomationEvents } from '../modules/automations/upkeep.ts';
import { deletedDialogues, unlistedDialogues } from '../modules/dialogues/deletion.ts';
import { oldExecutions } from '../modules/executions/repository.ts';
import { storageLeftovers } from '../modules/files/leftovers.ts';
import { deletedKnowledge, duePages } from '../modules/knowledge/upkeep.ts';
import { deletedRules } from '../modules/governance/upkeep.ts';
import { oldActs } from '../modules/limits/limits.ts';
import { oldReservations } from '../modules/limits/storage.ts';
import { oldMail, unsentMail } from '../modules/mail/clean.ts';
import { oldImports } from '../modules/members/imports.ts';
import { oldOrganizationExports } from '../modules/organization-exports/exports.ts';
import { oldPaymentEvents, oldReversals } from '../modules/payment/settle.ts';
import { deletedTemplates, oldTemplateRequests } from '../modules/prompt-templates/bulk.ts';
import { expiredRegistrations } from '../modules/registration/repository.ts';
import { oldReports } from '../modules/releases/reports.ts';
import { oldReplays } from '../modules/replays/replays.ts';
import { oldSchedules } from '../modules/schedules/repository.ts';
import { oldDevices } from '../modules/session/known-devices.ts';
import { deadResets } from '../modules/session/password-reset.ts';
import { endedSessions, idleSessions } from '../modules/session/repository.ts';
import { deletedAgents } from '../modules/studio/changes.ts';
import { oldPresence } from '../modules/studio/presence.ts';
import { oldTestDialogues } from '../modules/studio/test-dialogues.ts';
import { oldUploads } from '../modules/uploads/repository.ts';
import { deadReversals } from '../modules/users/email-reversal.ts';
import { endedOperatorSessions } from '../plugins/operator-session.ts';
import { oldTraces } from '../telemetry/jobs.ts';
import type { Due } from './due.ts';

/** What is deleted when its time is over and nothing else has to be done for it, by the names of its steps. */
export const dues = {
  sessions: endedSessions,
  sessions_idle: idleSessions,
  codes: deadCodes,
  password_resets: deadResets,
  email_reversals: deadReversals,
  known_devices: oldDevices,
  limited_acts: oldActs,
  storage_reservations: oldReservations,
  uploads: oldUploads,
  mail: oldMail,
  mail_unsent: unsentMail,
  ...oldReports,
  job_traces: oldTraces,
  operator_sessions: endedOperatorSessions,
  payment_events: oldPaymentEvents,
  payment_reversals: oldReversals,
  member_imports: oldImports,
  dialogues: deletedDialogues,
  dialogues_unlisted: unlistedDialogues,
  dialogues_tried: oldTestDialogues,
  agent_presence: oldPresence,
  templates: deletedTemplates,
  template_requests: oldTemplateRequests,
  automation_events: oldAutomationEvents,
  automation_effects: oldAutomationEffects,
  automations: deletedAutomations,
  dialogue_log_exports: oldExports,
  organization_exports: oldOrganizationExports,
  replays: oldReplays,
  executions: oldExecutions,
  schedules: oldSchedules,
} as const satisfies Record<string, Due>;

/** To find the oldest of these every row would be looked at. */
const { sessions_idle: _idle, mail_unsent: _unsent, ...indexed } = dues;

/** For how long the oldest has been due is a figure of these and of what further steps find. */
export const watchedDues: Readonly<Record<string, Due>> = {
  ...indexed,
  registrations: expiredRegistrations,
  agents: deletedAgents,
  knowledge: deletedKnowledge,
  rules: deletedRules,
  page_refreshes: duePages,
  storage_leftovers: storageLeftovers,
};
