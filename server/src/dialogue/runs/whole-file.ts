import type { Source } from '../../platform/language-models/language-model.ts';

/** The coverage of a question, weighted by the rarity of its words, at which a passage may well hold the answer. */
const coverageOfPlace = 0.35;

/**
 * Matches words that ask about a text as a whole, in the languages of the product: a summary, a comparison, an
 * overview, the main points. Latin ones are prefixes.
 */
const wordsOfWhole =
  /(?<!\p{L})(?:summar|summari[sz]|overview|outline|compar|differenc|gist|tl;?dr|key (?:points?|takeaways?)|main (?:points?|ideas?)|zusammenfass|fass(?:e|t|en)?\s.{0,200}zusammen|überblick|übersicht|vergleich|unterschied|kernaussage|hauptpunkt|résum|synth[eè]s|aperçu|différenc|points? (?:clés?|essentiels?)|resum|síntes|sintet|panorama|visión general|puntos? (?:clave|principales)|diferencia|riassu|sintes|confront|differenz|punti (?:chiave|principali)|diferença|visão geral|pontos? (?:chave|principais)|samenvat|vat\s.{0,200}samen|overzicht|vergelijk|verschil|hoofdpunt)|摘要|總結|总结|概述|概要|總覽|总览|比較|比较|差異|差异|重點|重点|สรุป|เปรียบเทียบ|ภาพรวม|ความแตกต่าง|ประเด็นสำคัญ/iu;

/**
 * True if a question concerns files as a whole, so that no passage can hold its answer: it says so, or its words occur
 * together nowhere in them. `found`: the passages found for it in these files.
 */
export const asksForWhole = (question: string, found: readonly Source[]): boolean =>
  wordsOfWhole.test(question) || found.every(({ coverage }) => coverage < coverageOfPlace);
