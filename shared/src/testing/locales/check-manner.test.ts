import type { Language } from '../../contract/values/language.ts';
import { checkManner } from './check-manner.ts';

const faults = (tag: Language, text: string) => checkManner({ [tag]: { ask: text } });

describe('the check of the manner goes red', () => {
  it.each<[Language, string, string]>([
    ['de-DE', 'Hast du Fragen?', 'says “du”'],
    ['es-ES', 'Confirma tu correo.', 'says “tu”'],
    ['it-IT', 'Il tuo account.', 'says “tuo”'],
    ['nl-NL', 'Vul je naam in.', 'says “je”'],
    ['zh-TW', '你的帳號', 'says “你”'],
    ['zh-TW', '建立了AI 代理', 'needs a space'],
    ['zh-TW', '{{name}}已回答', 'needs a space'],
    ['th-TH', 'ขอบคุณครับ', 'says “ครับ”'],
    ['en', 'It\u0027s done', 'marks of a typewriter'],
    ['pt-PT', 'Guardar “relatório”', 'quotes of another language'],
    ['fr-FR', 'Mot de passe oublié ?', 'narrow no-break space'],
    ['fr-FR', '«\u202fRapport »', 'narrow no-break space'],
    ['es-ES', 'Tiene preguntas?', 'opens no question'],
  ])('in %s for “%s”', (tag, text, fault) => {
    expect(faults(tag, text)).toEqual([expect.stringContaining(fault)]);
  });

  it.each<[Language, string]>([
    ['de-DE', 'Produkt „Duden“ von Ihnen'],
    ['es-ES', '¿Tiene preguntas sobre «Turno»?'],
    ['fr-FR', 'Essais restants\u202f: 3, dans «\u202fTunis\u202f»\u202f; voir https://parlance.example'],
    ['nl-NL', 'Vul uw naam in bij ‘project’.'],
    ['zh-TW', '找不到「報告」，{{who}} 有 3 個 PDF；{{minutes}}內有效'],
  ])('but not in %s for “%s”', (tag, text) => {
    expect(faults(tag, text)).toEqual([]);
  });
});
