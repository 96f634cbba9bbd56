/** What is typed on the home screen waits in this place. */
export const homePlace = 'home';
/** The end of the address that leads into the field of the home screen: what “New dialogue” means from everywhere. */
export const toField = '#ask';
/** The bot that the field is for. */
export const botParameter = 'bot';

/** The prompt template whose form opens there. */
export const templateParameter = 'template';

/** Where a prompt template is filled in for a new dialogue. */
export const newDialogueFrom = (templateId: string): string => `/?${templateParameter}=${templateId}`;

/** Where a new dialogue with a bot begins. */
export const newDialogueWith = (botId: string): string => `/?${botParameter}=${botId}${toField}`;
