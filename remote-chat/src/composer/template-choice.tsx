import { useTranslation } from '@parlance/shared/i18n';
import composer from './composer.module.css';
import { optionId } from './use-bot-choice.ts';
import type { TemplateChoiceState } from './use-template-choice.ts';

/** The height of the shell's top line in pixels. */
const topLine = 56;

/** Scrolls the list into view. A field high on the page, as at home, has no room above it: then the list is below. */
function keepInSight(list: HTMLUListElement | null): void {
  if (list !== null && list.getBoundingClientRect().top < topLine) list.dataset['below'] = '';
}

/** The templates that “/” offers, above the field. */
export function TemplateChoice({ id, choice }: { readonly id: string; readonly choice: TemplateChoiceState }) {
  const { t } = useTranslation('chat');
  return (
    <>
      <span className="visually-hidden" role="status">
        {choice.isOpen && t('composer.templates.offered', { number: choice.templates.length })}
      </span>
      {choice.isOpen && (
        <ul
          ref={keepInSight}
          id={id}
          className={composer.bots}
          role="listbox"
          aria-label={t('composer.templates.choose')}
        >
          {choice.templates.map((template, index) => (
            <li
              key={template.id}
              id={optionId(id, index)}
              role="option"
              aria-selected={index === choice.at}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choice.choose(template)}
            >
              <span className={composer.templateName}>{template.title}</span>
              {template.command === null ? (
                <span className={composer.botAbout}>{template.description}</span>
              ) : (
                <span className={composer.command}>{`/${template.command}`}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
