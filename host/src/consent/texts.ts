import type { Language } from '@parlance/shared/contract/values/language';

/**
 * The texts of the prompt and of its settings; `{email}` stands for the address of customer support (specification §1).
 */
const en = {
  title: 'Cookies on Parlance',
  description:
    'Necessary cookies keep you signed in and safe. If you agree, Parlance also counts how its pages are used. Nothing of that is sent before you choose. Questions: {email}',
  privacyPolicy: 'Privacy policy',
  acceptAll: 'Accept all',
  acceptNecessary: 'Necessary only',
  showSettings: 'Settings',
  settingsTitle: 'Cookie settings',
  close: 'Close without saving',
  save: 'Save settings',
  intro:
    'Choose what Parlance may do in this browser. The choice is kept for 182 days, and you can change it at any time.',
  necessary: 'Necessary',
  necessaryText:
    'They keep you signed in, protect what you do from forged requests, and remember the appearance and this choice. Without them nobody can sign in, so they are always on.',
  analytics: 'Analytics',
  analyticsText:
    'Which pages are opened and left, that a page is in use, and what goes wrong on the way. Never what you write or read. Parlance counts this itself; nobody else receives it. If you switch it off, it stops at once, and what was not sent yet is deleted.',
  questions: 'Questions?',
  questionsText: 'Write to {email}',
};
export type ConsentTexts = typeof en;

const zhTW: ConsentTexts = {
  title: 'Parlance 的 Cookie',
  description:
    '必要的 Cookie 讓您保持登入並維護安全。若您同意，Parlance 也會統計頁面的使用情形。在您選擇之前，不會送出任何這類資料。如有疑問：{email}',
  privacyPolicy: '隱私權政策',
  acceptAll: '全部接受',
  acceptNecessary: '僅限必要',
  showSettings: '設定',
  settingsTitle: 'Cookie 設定',
  close: '關閉但不儲存',
  save: '儲存設定',
  intro: '請選擇 Parlance 可以在此瀏覽器中進行的事項。您的選擇會保留 182 天，並可隨時變更。',
  necessary: '必要',
  necessaryText:
    '這些 Cookie 讓您保持登入、保護您的操作不受偽造請求影響，並記住外觀與此項選擇。沒有它們就無法登入，因此一律開啟。',
  analytics: '分析',
  analyticsText:
    '哪些頁面被開啟與離開、頁面是否正在使用，以及過程中發生的錯誤。絕不包含您撰寫或閱讀的內容。統計由 Parlance 自行進行，不會提供給他人。關閉後會立即停止，尚未送出的資料也會刪除。',
  questions: '有疑問嗎？',
  questionsText: '請來信 {email}',
};

/** The texts, which exist in these two languages (specification §9). */
export const consentTexts = { en, 'zh-TW': zhTW } as const satisfies Partial<Record<Language, ConsentTexts>>;
export type ConsentLanguage = keyof typeof consentTexts;

/** Returns the language of the texts for a page in any language. */
export const consentLanguageFor = (language: string): ConsentLanguage =>
  Object.hasOwn(consentTexts, language) ? (language as ConsentLanguage) : 'en'; // its own keys
