import type { Language } from '../../contract/language.ts';

/** The same in every language: names, abbreviations, figures. */
const everywhere = ['Parlance', 'OK', 'API', 'CSV', 'JSON', 'PDF', 'Pro', 'Free!', 'Team', 'Growth', 'Studio', 'Ctrl', 'Cookies'];

/** Words that a language shares with English, each looked up by somebody who reads it. */
const shared: Partial<Record<Language, readonly string[]>> = {
  'es-ES': ['Plan', 'Chat', 'Bots', 'Bot', 'Error', 'No'],
  'fr-FR': ['E-mail', 'Agent', 'Agents', 'Assistant', 'Assistants', 'Code', 'Dialogue', 'Bots', 'Bot', 'Administration', 'Actions', 'Description', 'Message', 'Messages', 'Service', 'Sources', 'Source', 'Organisation', 'Organisations', 'Menu', 'Audit', 'Documents', 'Document'],
  'pt-PT': ['E-mail', 'Chat', 'Bots', 'Bot', 'Menu'],
  'de-DE': ['Chat', 'Bots', 'Bot', 'Administration', 'Name', 'Status', 'Agent', 'Team', 'Teams', 'System', 'Version', 'Position', 'Code', 'Organisation'],
  'it-IT': ['E-mail', 'Chat', 'Bot', 'Account', 'Password', 'Menu', 'Email', 'File', 'No'],
  'nl-NL': ['E-mail', 'Chat', 'Bots', 'Bot', 'Status', 'Type', 'Open', 'Account', 'Menu', 'Agent', 'Agents', 'Team', 'Teams', 'Code', 'Start', 'Stop'],
};

/** Whether a text may be the same as in English: no words in it but placeholders, or words that both languages have. */
export function isCognate(language: Language, text: string): boolean {
  const withoutPlaceholders = text.replace(/\{\{[^}]*\}\}/g, '').trim();
  if (!/\p{L}/u.test(withoutPlaceholders)) return true;
  return everywhere.includes(withoutPlaceholders) || (shared[language]?.includes(withoutPlaceholders) ?? false);
}
