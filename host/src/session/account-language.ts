import { updateProfile } from '@parlance/shared/contract/api/users/profile';
import type { Language } from '@parlance/shared/contract/values/language';
import { failureKey, call } from '@parlance/shared/http';
import { changeLanguage, i18n } from '@parlance/shared/i18n';
import { sessionStore } from '@parlance/shared/session';
import { snackbar } from '@parlance/shared/ui/toasts';
import { showSavedProfile } from './saved-profile.ts';

/**
 * Changes the language of the page as soon as its texts are loaded, and then that of the account, in which its mails
 * are written. If the texts fail to load, nothing changes; if only the account's language cannot be saved, the page
 * keeps the new one. The person is told of either.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await changeLanguage(language);
  } catch {
    tell(i18n.t('host:person.languageNotChanged'), language);
    return;
  }
  try {
    await saveLanguage(language);
  } catch (error) {
    tell(`${i18n.t('host:person.languageNotSaved')} ${i18n.t(failureKey(error))}`, language);
  }
}

function tell(message: string, language: Language): void {
  snackbar(message, {
    tone: 'bad',
    action: { label: i18n.t('shared:ui.retry'), run: () => void chooseLanguage(language) },
  });
}

/** Saves the language of the account; nothing for a person without an account, or after another choice. */
async function saveLanguage(language: Language): Promise<void> {
  if (i18n.language !== language) return;
  const { profile, subject } = sessionStore.getState();
  if (profile === null || subject?.registration.isCompleted !== true || profile.language === language) return;
  const saved = await call(updateProfile, { body: { language } });
  if (i18n.language === language) showSavedProfile(saved);
}
