import type { Language } from '../../shared/src/contract/values/language.ts';

/** What the screen of a new remote says until somebody writes what it is. */
export const firstTexts: Readonly<Record<Language, { readonly title: string; readonly lead: string }>> = {
  en: { title: 'New area', lead: 'Something new begins here.' },
  'zh-TW': { title: '新區域', lead: '新的內容將從這裡開始。' },
  'th-TH': { title: 'ส่วนใหม่', lead: 'สิ่งใหม่เริ่มต้นที่นี่' },
  'es-ES': { title: 'Área nueva', lead: 'Aquí empieza algo nuevo.' },
  'fr-FR': { title: 'Nouvel espace', lead: 'Quelque chose de nouveau commence ici.' },
  'pt-PT': { title: 'Nova área', lead: 'Algo de novo começa aqui.' },
  'de-DE': { title: 'Neuer Bereich', lead: 'Hier beginnt etwas Neues.' },
  'it-IT': { title: 'Nuova area', lead: 'Qui comincia qualcosa di nuovo.' },
  'nl-NL': { title: 'Nieuw onderdeel', lead: 'Hier begint iets nieuws.' },
};
