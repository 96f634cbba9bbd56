import { diffWordsWithSpace } from 'diff';
import type { PromptTemplateDefinition, PromptVariable } from '@parlance/shared/contract/agents/prompt-template';
import { endonyms, languages, useTranslation } from '@parlance/shared/i18n';
import styles from './compare.module.css';

type Props = { readonly before: PromptTemplateDefinition; readonly after: PromptTemplateDefinition };
type Part = { readonly name: string; readonly before: string; readonly after: string };

/** The differing parts of two versions, word by word. */
export default function Compare({ before, after }: Props) {
  const { t } = useTranslation('agent-studio');
  const parts = (['title', 'description', 'body'] as const).flatMap((field) =>
    languages.map((language): Part => ({
      name: `${t(`promptTemplateForm.${field}`)} · ${endonyms[language]}`,
      before: before[field][language] ?? '',
      after: after[field][language] ?? '',
    })),
  );
  const differing = [...parts, ...variableParts(before.variables, after.variables)].filter(
    (part) => part.before !== part.after,
  );
  if (differing.length === 0) return <p>{t('promptTemplateForm.compare.same')}</p>;
  return (
    <dl className={styles.parts}>
      {differing.map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd>
            <Words part={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Deletions and insertions, distinguished by more than colour, also for screen readers. */
function Words({ part: { before, after } }: { readonly part: Part }) {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, at) => {
    // The pieces of one comparison keep their order, so the index is a stable key.
    if (added) return <ins key={at}>{value}</ins>;
    return removed ? <del key={at}>{value}</del> : <span key={at}>{value}</span>;
  });
}

function variableParts(before: readonly PromptVariable[], after: readonly PromptVariable[]): readonly Part[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  const shown = (variables: readonly PromptVariable[], name: string) => {
    const variable = variables.find((it) => it.name === name);
    return variable === undefined ? '' : JSON.stringify(variable, null, 1);
  };
  return names.map((name) => ({ name: `{{${name}}}`, before: shown(before, name), after: shown(after, name) }));
}
