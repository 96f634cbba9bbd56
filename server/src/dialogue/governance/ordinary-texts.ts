/**
 * Everyday questions and answers, in the languages of the product: a rule that matches most of them is about nothing in
 * particular.
 */
export const ordinaryTexts: readonly string[] = [
  'Can you help me write a short note to my team about the meeting on Thursday?',
  'The report is due at the end of the month. Please read the first chapter and send me your comments.',
  'Ich möchte wissen, wie viele Urlaubstage mir in diesem Jahr noch zustehen und bis wann ich sie nehmen muss.',
  'Bitte fassen Sie den Text in drei Sätzen zusammen und nennen Sie die wichtigsten Punkte.',
  'Pouvez-vous m’expliquer la différence entre les deux offres et me dire laquelle convient le mieux ?',
  'Le bureau est ouvert du lundi au vendredi, de neuf heures à dix-huit heures.',
  '¿Cuáles son los pasos para solicitar un ordenador nuevo y cuánto tarda en llegar?',
  'El informe explica cómo funciona el proceso y quién es responsable de cada parte.',
  'Posso spostare la riunione alla prossima settimana? Vorrei preparare meglio i documenti.',
  'Gostaria de saber onde posso encontrar a versão mais recente do manual.',
  'Kunt u mij uitleggen hoe ik een declaratie indien en wanneer ik het geld terugkrijg?',
  '請幫我把這段文字整理成五個重點，並用簡單的話說明。',
  '會議室可以在系統上預約，最多提前兩個星期。',
  'ช่วยสรุปเอกสารนี้ให้สั้นลงและอธิบายด้วยภาษาที่เข้าใจง่ายได้ไหม',
];
