import { deletedDialogues, unlistedDialogues } from '../../dialogue/dialogues/deletion.ts';
import { deletedRules } from '../../dialogue/governance/upkeep.ts';
import { deletedTemplates, oldTemplateRequests } from '../../dialogue/prompt-templates/bulk.ts';
import { unfinishedSignIns } from '../../dialogue/tools/sign-in/accounts.ts';
import { storageLeftovers } from '../../library/files/leftovers.ts';
import { deletedKnowledge, duePages } from '../../library/knowledge/upkeep.ts';
import { oldUploads } from '../../library/uploads/repository.ts';
import { oldOrganizationExports } from '../../lifecycle/organization-exports/exports.ts';
import { oldPaymentEvents, oldReversals } from '../../money/payment/settle.ts';
import { oldReports } from '../../operations/releases/reports.ts';
import { oldExports } from '../../oversight/dialogue-log/exports.ts';
import { oldReplays } from '../../oversight/replays/replays.ts';
import { deadCodes } from '../../people/codes/codes.ts';
import { oldImports } from '../../people/member-imports/imports.ts';
import { expiredRegistrations } from '../../people/registration/repository.ts';
import { oldDevices } from '../../people/session/known-devices.ts';
import { deadResets } from '../../people/session/password-reset.ts';
import { endedSessions, idleSessions } from '../../people/session/repository.ts';
import { deadReversals } from '../../people/users/email-reversal.ts';
import { endedOperatorSessions } from '../../platform/http/operator-session.ts';
import { oldTraces } from '../../platform/jobs/observed-job.ts';
import { oldActs } from '../../platform/limits/limits.ts';
import { oldReservations } from '../../platform/limits/storage.ts';
import { oldMail, unsentMail } from '../../platform/mail/clean.ts';
import type { Due } from '../../platform/upkeep/due.ts';
import { deletedAgents } from '../../studio/agents/changes.ts';
import { oldPresence } from '../../studio/agents/presence.ts';
import { oldTestDialogues } from '../../studio/agents/test-dialogues.ts';
import { deletedAutomations, oldAutomationEffects, oldAutomationEvents } from '../../studio/automations/upkeep.ts';
import { oldExecutions } from '../../studio/executions/repository.ts';
import { oldSchedules } from '../../studio/schedules/repository.ts';

/** Rows deleted when their time is over, with no further work, by the names of the steps. */
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
  tool_sign_ins: unfinishedSignIns,
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

/** Excludes dues without an index: finding the oldest row would scan the table. */
const { sessions_idle: _idle, mail_unsent: _unsent, ...indexed } = dues;

/** Dues whose delay is measured: these, and those of further steps. */
export const watchedDues: Readonly<Record<string, Due>> = {
  ...indexed,
  registrations: expiredRegistrations,
  agents: deletedAgents,
  knowledge: deletedKnowledge,
  rules: deletedRules,
  page_refreshes: duePages,
  storage_leftovers: storageLeftovers,
};
