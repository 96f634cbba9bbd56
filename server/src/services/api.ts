import type { FastifyInstance } from 'fastify';
import { type Dependencies, buildService } from '../app.ts';
import { attachmentRoutes } from '../library/attachments/routes.ts';
import { auditLogRoutes } from '../platform/audit/routes.ts';
import { auditWebhookRoutes } from '../platform/audit/webhook/routes.ts';
import { formRoutes, webhookRoutes } from '../studio/automations/public-routes.ts';
import { automationControlRoutes } from '../studio/automation-control/routes.ts';
import { automationRoutes } from '../studio/automations/routes.ts';
import { backupRoutes } from '../operations/backup/routes.ts';
import { invoiceRoutes } from '../money/billing/routes.ts';
import { botRoutes } from '../library/bots/routes.ts';
import { dialogueLogRoutes } from '../oversight/dialogue-log/routes.ts';
import { automaticTitlesPlugin } from '../dialogue/dialogues/automatic-titles.ts';
import { messageRoutes } from '../dialogue/dialogues/message-routes.ts';
import { dialogueRoutes } from '../dialogue/dialogues/routes.ts';
import { executionRoutes } from '../studio/executions/routes.ts';
import { fileManagerRoutes } from '../oversight/file-manager/routes.ts';
import { fileRoutes } from '../library/files/routes.ts';
import { searchRoutes } from '../dialogue/dialogues/search-routes.ts';
import { folderRoutes } from '../dialogue/folders/routes.ts';
import { governanceRoutes } from '../dialogue/governance/routes.ts';
import { ruleBookPlugin } from '../dialogue/governance/rule-book.ts';
import { healthRoutes } from '../operations/health/routes.ts';
import { invitationRoutes } from '../people/invitations/routes.ts';
import { knowledgeRoutes } from '../library/knowledge/routes.ts';
import { membersRoutes } from '../people/members/routes.ts';
import { modelsPlugin } from '../money/ledger/models.ts';
import { modelRoutes } from '../money/ledger/routes.ts';
import { organizationExportRoutes } from '../lifecycle/organization-exports/routes.ts';
import { planRoutes } from '../people/plans/routes.ts';
import { privilegeRoutes } from '../people/privileges/routes.ts';
import { promptTemplateRoutes } from '../dialogue/prompt-templates/routes.ts';
import { registrationRoutes } from '../people/registration/routes.ts';
import { deploymentRoutes, operatorSessionRoutes } from '../operations/releases/operator-routes.ts';
import { releaseReportRoutes } from '../operations/releases/report-routes.ts';
import { releaseRoutes, shipRoutes } from '../operations/releases/routes.ts';
import { replayRoutes } from '../oversight/replays/routes.ts';
import { retentionRoutes } from '../lifecycle/retention/routes.ts';
import { askedElsewherePlugin } from '../dialogue/runs/asked-elsewhere.ts';
import { runRoutes } from '../dialogue/runs/routes.ts';
import { runsPlugin } from '../dialogue/runs/runs.ts';
import { scheduleRoutes } from '../studio/schedules/routes.ts';
import { sessionRoutes } from '../people/session/routes.ts';
import { shareRoutes } from '../dialogue/shares/routes.ts';
import { agentRoutes } from '../studio/agents/routes.ts';
import { agentTestRoutes } from '../studio/agents/test-routes.ts';
import { agentVersionRoutes } from '../studio/agents/version-routes.ts';
import { subscriptionRoutes } from '../money/subscription/routes.ts';
import { teamRoutes } from '../people/teams/routes.ts';
import { termsRoutes } from '../people/terms/routes.ts';
import { toolReachPlugin } from '../dialogue/tools/reach.ts';
import { toolRoutes } from '../dialogue/tools/routes.ts';
import { uploadRoutes } from '../library/uploads/routes.ts';
import { userRoutes } from '../people/users/routes.ts';
import { origins } from './origins.ts';

/** The main API. */
export const apiService = (deps: Dependencies): Promise<FastifyInstance> =>
  buildService('main', deps, [
    healthRoutes,
    sessionRoutes,
    planRoutes,
    userRoutes,
    registrationRoutes,
    termsRoutes,
    membersRoutes,
    auditLogRoutes,
    teamRoutes,
    invitationRoutes,
    subscriptionRoutes,
    invoiceRoutes,
    organizationExportRoutes,
    governanceRoutes,
    replayRoutes,
    retentionRoutes,
    modelsPlugin,
    modelRoutes,
    toolReachPlugin,
    auditWebhookRoutes,
    ruleBookPlugin,
    runsPlugin,
    automaticTitlesPlugin,
    askedElsewherePlugin,
    botRoutes,
    agentRoutes,
    agentVersionRoutes,
    agentTestRoutes,
    dialogueRoutes,
    messageRoutes,
    searchRoutes,
    dialogueLogRoutes,
    folderRoutes,
    knowledgeRoutes,
    fileManagerRoutes,
    promptTemplateRoutes,
    privilegeRoutes,
    shareRoutes,
    attachmentRoutes,
    fileRoutes,
    uploadRoutes,
    runRoutes,
    toolRoutes,
    scheduleRoutes(origins),
    executionRoutes(origins),
    automationRoutes(origins),
    automationControlRoutes(origins),
    webhookRoutes,
    formRoutes,
    releaseRoutes,
    shipRoutes,
    operatorSessionRoutes,
    deploymentRoutes,
    releaseReportRoutes,
    backupRoutes(deps.pool),
  ]);
