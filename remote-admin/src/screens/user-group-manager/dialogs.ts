// The dialogs about people: fetched with the first action, so that viewing the list costs little.
export { ImportDialog } from './import-dialog.tsx';
export { InvitationsTab } from './invitations-tab.tsx';
export { InviteDialog } from './invite-dialog.tsx';
export { MemberDialog } from './member-dialog.tsx';
export { MembersSelection } from './selection-bar.tsx';
export { TeamsTab } from './teams-tab.tsx';
