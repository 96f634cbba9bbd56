import type { Source } from '../../platform/language-models/language-model.ts';
import { asksForWhole } from './whole-file.ts';

const citation = {
  number: 1,
  file_id: '00000000-0000-4000-8000-000000000001',
  file_name: 'contract.pdf',
  position: 1,
  page: null,
  heading: '',
  passage: 'The notice period is three months.',
};
const covered = (coverage: number): Source => ({ citation, score: 1, coverage, words: 1 });

test.each([
  'Summarise this file.',
  'Give me a summary, please',
  'Compare the two contracts',
  'What are the key points?',
  'TL;DR',
  'Fasse die Datei zusammen.',
  'Bitte eine Zusammenfassung',
  'Vergleiche beide Verträge',
  'Gib mir einen Überblick',
  'Was ist der Unterschied zwischen den beiden?',
  'Résume ce document',
  'Fais une synthèse',
  'Compare les deux fichiers',
  'Resume este archivo',
  'Compara los dos',
  'Haz un resumen',
  'Riassumi il documento',
  'Confronta i due file',
  'Resuma o ficheiro',
  'Compare os dois contratos',
  'Vat dit bestand samen',
  'Maak een samenvatting',
  'Vergelijk de twee',
  '請總結這個檔案',
  '比較這兩份文件',
  '总结一下',
  'สรุปไฟล์นี้',
  'เปรียบเทียบสองไฟล์',
])('“%s” is about files as a whole, whatever was found', (question) => {
  expect(asksForWhole(question, [covered(0.9)])).toBe(true);
});

test.each([
  'How long is the notice period?',
  'Wie lang ist die Kündigungsfrist?',
  'Quelle est la durée du préavis ?',
  '通知期多長？',
  'Who signed it as consumer?',
])('“%s” is about a place, where one was found', (question) => {
  expect(asksForWhole(question, [covered(0.2), covered(0.9)])).toBe(false);
});

test('a question whose words stand together nowhere is about the whole', () => {
  expect(asksForWhole('What is this about?', [])).toBe(true);
  expect(asksForWhole('List everything the supplier has to do', [covered(0.1)])).toBe(true);
});
