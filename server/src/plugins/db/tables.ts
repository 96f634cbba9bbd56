import type { AttachmentTables } from '../../modules/attachments/tables.ts';
import type { AuditTables } from '../../modules/audit/tables.ts';
import type { AutomationTables } from '../../modules/automations/tables.ts';
import type { BillingTables } from '../../modules/billing/tables.ts';
import type { BotTables } from '../../modules/bots/tables.ts';
import type { ChartTables } from '../../modules/charts/tables.ts';
import type { CodeTables } from '../../modules/codes/tables.ts';
import type { DialogueLogTables } from '../../modules/dialogue-log/tables.ts';
import type { DialogueTables } from '../../modules/dialogues/tables.ts';
import type { ExecutionTables } from '../../modules/executions/tables.ts';
import type { FileTables } from '../../modules/files/tables.ts';
import type { FolderTables } from '../../modules/folders/tables.ts';
import type { GovernanceTables } from '../../modules/governance/tables.ts';
import type { InvitationTables } from '../../modules/invitations/tables.ts';
import type { JobTables } from '../../jobs/tables.ts';
import type { KnowledgeTables } from '../../modules/knowledge/tables.ts';
import type { LimitTables } from '../../modules/limits/tables.ts';
import type { MailTables } from '../../modules/mail/tables.ts';
import type { MemberTables } from '../../modules/members/tables.ts';
import type { ModelTables } from '../../modules/models/tables.ts';
import type { OrganizationExportTables } from '../../modules/organization-exports/tables.ts';
import type { OrganizationTables } from '../../modules/organizations/tables.ts';
import type { PaymentTables } from '../../modules/payment/tables.ts';
import type { PlanTables } from '../../modules/plans/tables.ts';
import type { PrivilegeTables } from '../../modules/privileges/tables.ts';
import type { PromptTemplateTables } from '../../modules/prompt-templates/tables.ts';
import type { ReleaseTables } from '../../modules/releases/tables.ts';
import type { ReplayTables } from '../../modules/replays/tables.ts';
import type { RegistrationTables } from '../../modules/registration/tables.ts';
import type { RetentionTables } from '../../modules/retention/tables.ts';
import type { RunTables } from '../../modules/runs/tables.ts';
import type { ScheduleTables } from '../../modules/schedules/tables.ts';
import type { SessionTables } from '../../modules/session/tables.ts';
import type { ShareTables } from '../../modules/shares/tables.ts';
import type { StudioTables } from '../../modules/studio/tables.ts';
import type { TermsTables } from '../../modules/terms/tables.ts';
import type { ToolTables } from '../../modules/tools/tables.ts';
import type { UploadTables } from '../../modules/uploads/tables.ts';
import type { UsageTables } from '../../modules/usage/tables.ts';
import type { UserTables } from '../../modules/users/tables.ts';

/** Every table, one line a module. */
export type Tables = AttachmentTables &
  AuditTables &
  AutomationTables &
  BillingTables &
  BotTables &
  ChartTables &
  CodeTables &
  DialogueLogTables &
  DialogueTables &
  ExecutionTables &
  FileTables &
  FolderTables &
  GovernanceTables &
  InvitationTables &
  JobTables &
  KnowledgeTables &
  LimitTables &
  MailTables &
  MemberTables &
  ModelTables &
  OrganizationExportTables &
  OrganizationTables &
  PaymentTables &
  PlanTables &
  PrivilegeTables &
  PromptTemplateTables &
  RegistrationTables &
  ReleaseTables &
  ReplayTables &
  RetentionTables &
  RunTables &
  ScheduleTables &
  SessionTables &
  ShareTables &
  StudioTables &
  TermsTables &
  ToolTables &
  UploadTables &
  UsageTables &
  UserTables;
