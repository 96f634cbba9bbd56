import type { Language } from '../../contract/language.ts';

/** The same in every language: names, abbreviations, figures. */
const everywhere = ['Parlance', 'OK', 'API', 'CSV', 'JSON', 'PDF', 'Pro', 'Free!', 'Team', 'Growth', 'Studio', 'Ctrl', 'Cookies', 'IBAN', 'NIF (Portugal)', 'NIR (France)'];

/** Words that a language shares with English, each looked up by somebody who reads it. */
const shared: Partial<Record<Language, readonly string[]>> = {
  'es-ES': ['Plan', 'Chat', 'Bots', 'Bot', 'Error', 'No', 'Prompts', 'Tokens'],
  'fr-FR': ['E-mail', 'Active', 'Agent', 'Agents', 'Assistant', 'Assistants', 'Code', 'Dialogue', 'Dialogues', 'Bots', 'Bot', 'Administration', 'Actions', 'Description', 'Message', 'Messages', 'Service', 'Sources', 'Source', 'Organisation', 'Organisations', 'Menu', 'Audit', 'Documents', 'Document', 'Condition', 'Conditions', 'Version', 'Versions', 'Prompts', 'Format', 'Invitations', 'invitations', 'invitation', 'Secret', 'Type', 'Page', 'Passages'],
  'pt-PT': ['E-mail', 'Chat', 'Bots', 'Bot', 'Menu', 'Prompts', 'Tokens'],
  'de-DE': ['Chat', 'Bots', 'Bot', 'Administration', 'Name', 'Status', 'Agent', 'Team', 'Teams', 'System', 'Version', 'Position', 'Code', 'Organisation', 'Prompt', 'Text', 'Governance', 'Prompts', 'Format', 'Tokens', 'Release', 'Releases'],
  'it-IT': ['E-mail', 'Chat', 'Bot', 'Account', 'Password', 'Menu', 'Email', 'File', 'Formula', 'No', 'Prompt', 'Governance'],
  'nl-NL': ['E-mail', 'Chat', 'Bots', 'Bot', 'Status', 'Type', 'Open', 'Account', 'Menu', 'Agent', 'Agents', 'Team', 'Teams', 'Code', 'Start', 'Stop', 'Prompt', 'Governance', 'Context', 'Filters', 'Prompts', 'Tokens', 'Dashboard', 'Headers', 'Document', 'Passages', 'Release', 'Releases'],
};

/** Whether a text may be the same as in English: no words in it but placeholders, or words that both languages have. */
export function isCognate(language: Language, text: string): boolean {
  const withoutPlaceholders = text.replace(/\{\{[^}]*\}\}/g, '').trim();
  if (!/\p{L}/u.test(withoutPlaceholders)) return true;
  return everywhere.includes(withoutPlaceholders) || (shared[language]?.includes(withoutPlaceholders) ?? false);
}
