/** The place of the draft on the home screen. */
export const homePlace = 'home';
/** The hash of the address that leads into the field of the home screen: the meaning of “New dialogue” everywhere. */
export const toField = '#ask';
/** The query parameter of the bot for the field. */
export const botParameter = 'bot';

/** The query parameter of the prompt template whose form opens there. */
export const templateParameter = 'template';

/** Returns the address that fills in a prompt template for a new dialogue. */
export const newDialogueFrom = (templateId: string): string => `/?${templateParameter}=${templateId}`;

/** Returns the address of a new dialogue with a bot. */
export const newDialogueWith = (botId: string): string => `/?${botParameter}=${botId}${toField}`;
