import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerPart, LanguageModel, Question, Source } from './language-model.ts';
import { embeddedTexts } from './texts.ts';

/** The maximal number of quotations: more is a search result, not an answer. */
const quotationsAtMost = 3;
/** The coverage of the question at which a passage counts as relevant. */
const coverageOfAnswer = 0.5;
/**
 * The matches required below this coverage: two words of the question, or one in the heading; a single word may be
 * there by chance.
 */
const coverageAtLeast = 0.3;
const wordsAtLeast = 2;
/** The share of the best score that further passages need to be quoted. */
const scoreShareAtLeast = 0.6;

/** The maximal number of pieces, one per pause: an answer is read while it grows and is complete within 1.5 s. */
const piecesAtMost = 80;
const pieceAtLeast = 8;
const defaultPauseMs = 12;

/**
 * Creates the model that needs no network and no weights: it quotes passages of the bot's files word for word, each
 * with its source, says that it quotes, and says so if it finds nothing.
 */
export function createEmbeddedModel({ pauseMs = defaultPauseMs } = {}): LanguageModel {
  return {
    kind: 'embedded',
    name: 'Parlance Quote',
    sees_images: false,
    context_length: null,
    async *answer(question): AsyncGenerator<AnswerPart> {
      const chosen = choose(question.sources);
      const text = chosen.length > 0 ? quote(chosen, question) : nothingFound(question);
      if (chosen.length > 0) yield { type: 'citations', citations: chosen.map(({ citation }) => citation) };
      for (const piece of piecesOf(restOf(text, question.begun ?? ''))) {
        question.signal.throwIfAborted();
        yield { type: 'text', text: piece };
        if (pauseMs > 0) await pause(pauseMs, undefined, { signal: question.signal });
      }
    },
  };
}

/**
 * Returns the rest of an interrupted answer: the same question has the same answer, unless files have changed, when it
 * starts anew below.
 */
const restOf = (text: string, begun: string) => (text.startsWith(begun) ? text.slice(begun.length) : `\n\n${text}`);

function choose(sources: readonly Source[]): Source[] {
  const best = sources[0]?.score ?? 0;
  return sources
    .filter(({ score }) => score >= best * scoreShareAtLeast)
    .filter(
      ({ coverage, words }) => coverage >= coverageOfAnswer || (coverage >= coverageAtLeast && words >= wordsAtLeast),
    )
    .slice(0, quotationsAtMost)
    .map((source, at) => ({ ...source, citation: { ...source.citation, number: at + 1 } }));
}

function quote(sources: readonly Source[], { language }: Question): string {
  const quotations = sources.map(({ citation }) => {
    const lines = citation.passage.split('\n').map((line) => `> ${line}`.trimEnd());
    const place = citation.heading === '' ? '' : `, ${plain(citation.heading)}`;
    return `${lines.join('\n')}\n\n— **${plain(citation.file_name)}**${place} [${citation.number}]`;
  });
  return [embeddedTexts(language).quoting, ...quotations].join('\n\n');
}

function nothingFound({ language, fileNames }: Question): string {
  const texts = embeddedTexts(language);
  if (fileNames.length === 0) return texts.no_files;
  return `${texts.nothing}\n\n${texts.nothing_files}\n\n${fileNames.map((name) => `- ${plain(name)}`).join('\n')}`;
}

/** Escapes a name, so that nothing in it becomes Markdown. */
const plain = (name: string) => name.replace(/[\\`*_[\]<>#|~]/g, '\\$&');

function* piecesOf(text: string): Generator<string> {
  const characters = [...text];
  const size = Math.max(pieceAtLeast, Math.ceil(characters.length / piecesAtMost));
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}
