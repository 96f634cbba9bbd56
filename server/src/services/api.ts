import type { FastifyInstance } from 'fastify';
import { type Dependencies, buildService } from '../app.ts';
import { attachmentRoutes } from '../modules/attachments/routes.ts';
import { auditLogRoutes } from '../modules/audit/routes.ts';
import { auditWebhookRoutes } from '../modules/audit/webhook/routes.ts';
import { formRoutes, webhookRoutes } from '../modules/automations/public-routes.ts';
import { automationControlRoutes } from '../modules/automation-control/routes.ts';
import { automationRoutes } from '../modules/automations/routes.ts';
import { backupRoutes } from '../modules/backups/routes.ts';
import { invoiceRoutes } from '../modules/billing/routes.ts';
import { botRoutes } from '../modules/bots/routes.ts';
import { dialogueLogRoutes } from '../modules/dialogue-log/routes.ts';
import { automaticTitlesPlugin } from '../modules/dialogues/automatic-titles.ts';
import { messageRoutes } from '../modules/dialogues/message-routes.ts';
import { dialogueRoutes } from '../modules/dialogues/routes.ts';
import { executionRoutes } from '../modules/executions/routes.ts';
import { fileManagerRoutes } from '../modules/file-manager/routes.ts';
import { fileRoutes } from '../modules/files/routes.ts';
import { searchRoutes } from '../modules/dialogues/search-routes.ts';
import { folderRoutes } from '../modules/folders/routes.ts';
import { governanceRoutes } from '../modules/governance/routes.ts';
import { ruleBookPlugin } from '../modules/governance/rule-book.ts';
import { healthRoutes } from '../modules/health/routes.ts';
import { invitationRoutes } from '../modules/invitations/routes.ts';
import { knowledgeRoutes } from '../modules/knowledge/routes.ts';
import { membersRoutes } from '../modules/members/routes.ts';
import { modelsPlugin } from '../modules/models/models.ts';
import { modelRoutes } from '../modules/models/routes.ts';
import { organizationExportRoutes } from '../modules/organization-exports/routes.ts';
import { planRoutes } from '../modules/plans/routes.ts';
import { privilegeRoutes } from '../modules/privileges/routes.ts';
import { promptTemplateRoutes } from '../modules/prompt-templates/routes.ts';
import { registrationRoutes } from '../modules/registration/routes.ts';
import { deploymentRoutes, operatorSessionRoutes } from '../modules/releases/operator-routes.ts';
import { releaseReportRoutes } from '../modules/releases/report-routes.ts';
import { releaseRoutes, shipRoutes } from '../modules/releases/routes.ts';
import { replayRoutes } from '../modules/replays/routes.ts';
import { retentionRoutes } from '../modules/retention/routes.ts';
import { askedElsewherePlugin } from '../modules/runs/asked-elsewhere.ts';
import { runRoutes } from '../modules/runs/routes.ts';
import { runsPlugin } from '../modules/runs/runs.ts';
import { scheduleRoutes } from '../modules/schedules/routes.ts';
import { sessionRoutes } from '../modules/session/routes.ts';
import { shareRoutes } from '../modules/shares/routes.ts';
import { agentRoutes } from '../modules/studio/routes.ts';
import { agentTestRoutes } from '../modules/studio/test-routes.ts';
import { agentVersionRoutes } from '../modules/studio/version-routes.ts';
import { subscriptionRoutes } from '../modules/subscription/routes.ts';
import { teamRoutes } from '../modules/teams/routes.ts';
import { termsRoutes } from '../modules/terms/routes.ts';
import { toolReachPlugin } from '../modules/tools/reach.ts';
import { toolRoutes } from '../modules/tools/routes.ts';
import { uploadRoutes } from '../modules/uploads/routes.ts';
import { userRoutes } from '../modules/users/routes.ts';
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
