import type { FastifyInstance } from 'fastify';
import { automaticTitlesPlugin } from '../dialogue/dialogues/automatic-titles.ts';
import { messageRoutes } from '../dialogue/dialogues/message-routes.ts';
import { dialogueRoutes } from '../dialogue/dialogues/routes.ts';
import { searchRoutes } from '../dialogue/dialogues/search-routes.ts';
import { fileRoutes } from '../dialogue/files/routes.ts';
import { folderRoutes } from '../dialogue/folders/routes.ts';
import { governanceRoutes } from '../dialogue/governance/routes.ts';
import { ruleBookPlugin } from '../dialogue/governance/rule-book.ts';
import { privilegePreviewRoutes } from '../dialogue/privileges/routes.ts';
import { promptTemplateRoutes } from '../dialogue/prompt-templates/routes.ts';
import { askedElsewherePlugin } from '../dialogue/runs/asked-elsewhere.ts';
import { runRoutes } from '../dialogue/runs/routes.ts';
import { runsPlugin } from '../dialogue/runs/runs.ts';
import { shareRoutes } from '../dialogue/shares/routes.ts';
import { toolContentRoutes } from '../dialogue/tools/contents/routes.ts';
import { elicitationRoutes } from '../dialogue/tools/elicitation/routes.ts';
import { toolReachPlugin } from '../dialogue/tools/reach.ts';
import { toolRoutes } from '../dialogue/tools/routes.ts';
import { signInRoutes } from '../dialogue/tools/sign-in/routes.ts';
import { attachmentRoutes } from '../library/attachments/routes.ts';
import { botRoutes } from '../library/bots/routes.ts';
import { knowledgeRoutes } from '../library/knowledge/routes.ts';
import { uploadRoutes } from '../library/uploads/routes.ts';
import { accountDeletionRoutes } from '../lifecycle/account-deletion/deletion.ts';
import { memberChangeRoutes } from '../lifecycle/offboarding/routes.ts';
import { organizationExportRoutes } from '../lifecycle/organization-exports/routes.ts';
import { ownDataRoutes } from '../lifecycle/own-data/own-data.ts';
import { registrationEndRoutes } from '../lifecycle/registration/routes.ts';
import { retentionRoutes } from '../lifecycle/retention/routes.ts';
import { invoiceRoutes } from '../money/billing/routes.ts';
import { modelsPlugin } from '../money/ledger/models.ts';
import { modelRoutes } from '../money/ledger/routes.ts';
import { subscriptionRoutes } from '../money/subscription/routes.ts';
import { backupRoutes } from '../operations/backup/routes.ts';
import { healthRoutes } from '../operations/health/routes.ts';
import { deploymentRoutes, operatorSessionRoutes } from '../operations/releases/operator-routes.ts';
import { releaseReportRoutes } from '../operations/releases/report-routes.ts';
import { releaseRoutes, shipRoutes } from '../operations/releases/routes.ts';
import { dialogueLogRoutes } from '../oversight/dialogue-log/routes.ts';
import { fileManagerRoutes } from '../oversight/file-manager/routes.ts';
import { replayRoutes } from '../oversight/replays/routes.ts';
import { invitationRoutes } from '../people/invitations/routes.ts';
import { memberImportRoutes } from '../people/member-imports/routes.ts';
import { membersRoutes } from '../people/members/routes.ts';
import { planRoutes } from '../people/plans/routes.ts';
import { privilegeRoutes } from '../people/privileges/routes.ts';
import { registrationRoutes } from '../people/registration/routes.ts';
import { sessionRoutes } from '../people/session/routes.ts';
import { teamRoutes } from '../people/teams/routes.ts';
import { termsRoutes } from '../people/terms/routes.ts';
import { userRoutes } from '../people/users/routes.ts';
import { auditLogRoutes } from '../platform/audit/routes.ts';
import { auditWebhookRoutes } from '../platform/audit/webhook/routes.ts';
import { agentRoutes } from '../studio/agents/routes.ts';
import { agentTestRoutes } from '../studio/agents/test-routes.ts';
import { agentVersionRoutes } from '../studio/agents/version-routes.ts';
import { automationControlRoutes } from '../studio/automation-control/routes.ts';
import { formRoutes, webhookRoutes } from '../studio/automations/public-routes.ts';
import { automationRoutes } from '../studio/automations/routes.ts';
import { executionRoutes } from '../studio/executions/routes.ts';
import { scheduleRoutes } from '../studio/schedules/routes.ts';
import { type Dependencies, type ServiceModule, buildService } from './build-service.ts';
import { origins } from './origins.ts';
import { subscribeAll } from './subscriptions.ts';

/** Plugins that decorate the application with what exists once per process. */
const plugins: readonly ServiceModule[] = [
  modelsPlugin,
  toolReachPlugin,
  ruleBookPlugin,
  runsPlugin,
  automaticTitlesPlugin,
  askedElsewherePlugin,
];

const platform: readonly ServiceModule[] = [auditLogRoutes, auditWebhookRoutes];

const people: readonly ServiceModule[] = [
  invitationRoutes,
  memberImportRoutes,
  membersRoutes,
  planRoutes,
  privilegeRoutes,
  registrationRoutes,
  sessionRoutes,
  teamRoutes,
  termsRoutes,
  userRoutes,
];

const money: readonly ServiceModule[] = [invoiceRoutes, modelRoutes, subscriptionRoutes];

const library: readonly ServiceModule[] = [attachmentRoutes, botRoutes, knowledgeRoutes, uploadRoutes];

const dialogue: readonly ServiceModule[] = [
  dialogueRoutes,
  fileRoutes,
  folderRoutes,
  governanceRoutes,
  messageRoutes,
  privilegePreviewRoutes,
  promptTemplateRoutes,
  runRoutes,
  searchRoutes,
  shareRoutes,
  elicitationRoutes,
  toolContentRoutes,
  signInRoutes,
  toolRoutes,
];

const studio: readonly ServiceModule[] = [
  agentRoutes,
  agentTestRoutes,
  agentVersionRoutes,
  automationControlRoutes(origins),
  automationRoutes(origins),
  executionRoutes(origins),
  formRoutes,
  scheduleRoutes(origins),
  webhookRoutes,
];

const oversight: readonly ServiceModule[] = [dialogueLogRoutes, fileManagerRoutes, replayRoutes];

const lifecycle: readonly ServiceModule[] = [
  accountDeletionRoutes,
  memberChangeRoutes,
  organizationExportRoutes,
  ownDataRoutes,
  registrationEndRoutes,
  retentionRoutes,
];

const operations = ({ pool }: Dependencies): readonly ServiceModule[] => [
  backupRoutes(pool),
  deploymentRoutes,
  healthRoutes,
  operatorSessionRoutes,
  releaseReportRoutes,
  releaseRoutes,
  shipRoutes,
];

/** The main API: every floor's endpoints, from the ground up. */
export function apiService(deps: Dependencies): Promise<FastifyInstance> {
  subscribeAll();
  return buildService('main', deps, [
    ...plugins,
    ...platform,
    ...people,
    ...money,
    ...library,
    ...dialogue,
    ...studio,
    ...oversight,
    ...lifecycle,
    ...operations(deps),
  ]);
}
