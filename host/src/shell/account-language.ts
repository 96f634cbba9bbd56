import { updateProfile } from '@parlance/shared/contract/api/profile';
import type { Language } from '@parlance/shared/contract/language';
import { failureKey, call } from '@parlance/shared/http';
import { changeLanguage, i18n } from '@parlance/shared/i18n';
import { sessionStore } from '@parlance/shared/session';
import { snackbar } from '@parlance/shared/ui/toasts';

/**
 * Changes the language of the page at once, and that of the account, in which its mails are written, behind it. Where
 * that fails the page stays in the language, and the person is told.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  try {
    await saveLanguage(language);
  } catch (error) {
    const again = { label: i18n.t('shared:ui.retry'), run: () => void chooseLanguage(language) };
    snackbar(`${i18n.t('host:person.languageNotSaved')} ${i18n.t(failureKey(error))}`, { tone: 'bad', action: again });
  }
}

/** Whoever has no account yet has nothing to save it in. */
async function saveLanguage(language: Language): Promise<void> {
  const { profile, subject } = sessionStore.getState();
  if (profile === null || subject?.registration.isCompleted !== true || profile.language === language) return;
  const saved = await call(updateProfile, { body: { language } });
  // Whoever chose another one meanwhile gets that.
  if (i18n.language === language) sessionStore.setState({ profile: saved });
}
