import { Fragment, useState } from 'react';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { textIn } from '@parlance/shared/contract/values/language';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { AnswerLater } from '@parlance/shared/ui/answer/later';
import { AnswerNews } from '@parlance/shared/ui/answer/news';
import { isUnderWay } from '@parlance/shared/ui/answer/state';
import { isComposing } from '@parlance/shared/ui/composing';
import styles from './test-chat.module.css';
import { useTestChat } from './use-test-chat.ts';

type Props = { readonly agentId: string; readonly definition: AgentDefinition };

/** A test dialogue with the agent of the form. It is in no list. */
export function TestChat({ agentId, definition }: Props) {
  const { t } = useTranslation('agent-studio');
  const chat = useTestChat(agentId, definition);
  const [prompt, setPrompt] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const language = currentLanguage();
  const name = textIn(definition.name, language) || t('agents.unnamed');
  const starters = definition.starters[language] ?? Object.values(definition.starters)[0] ?? [];

  async function tryIt(work: () => Promise<void>): Promise<void> {
    setFailure(null);
    await work().catch(setFailure);
  }
  const ask = (text: string) =>
    tryIt(async () => {
      if (text.trim() === '' || chat.running !== null) return;
      await chat.ask(text.trim());
      setPrompt('');
    });
  return (
    <section className={styles.chat} aria-label={t('testChat.title')}>
      <header className={styles.head}>
        <h2>{t('testChat.title')}</h2>
        {chat.exchanges.length > 0 && (
          <button type="button" className="button-link" onClick={chat.beginAnew}>
            {t('testChat.anew')}
          </button>
        )}
      </header>
      <div className={styles.talk} role="region" aria-label={t('testChat.talk')} tabIndex={0}>
        {chat.exchanges.length === 0 && (
          <>
            <p className={styles.greeting}>{textIn(definition.greeting, language) || t('testChat.greeting')}</p>
            <ul className={styles.starters}>
              {starters
                .filter((it) => it.trim() !== '')
                .map((starter) => (
                  <li key={starter}>
                    <button type="button" className="button" onClick={() => void ask(starter)}>
                      {starter}
                    </button>
                  </li>
                ))}
            </ul>
          </>
        )}
        {chat.exchanges.map(({ id, prompt: asked, answer }) => (
          <Fragment key={id}>
            <p className={styles.prompt}>{asked}</p>
            <article aria-busy={isUnderWay(answer.status)} aria-label={t('testChat.answer')}>
              <AnswerLater
                id={id}
                answer={answer}
                name={name}
                isConnected={id !== chat.running?.id || chat.isConnected}
              />
            </article>
          </Fragment>
        ))}
        <AnswerNews running={chat.running} entries={chat.exchanges} name={name} />
      </div>
      <div role="alert">{failure !== null && <p className="field-fault">{t(failureKey(failure))}</p>}</div>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault();
          void ask(prompt);
        }}
      >
        <textarea
          aria-label={t('testChat.prompt')}
          placeholder={t('testChat.prompt')}
          rows={2}
          value={prompt}
          onChange={({ target }) => setPrompt(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
            event.preventDefault();
            void ask(prompt);
          }}
        />
        {chat.running !== null ? (
          <button type="button" className="button" onClick={() => void tryIt(chat.stop)}>
            {t('testChat.stop')}
          </button>
        ) : (
          <button type="submit" className="button">
            {t('testChat.ask')}
          </button>
        )}
      </form>
    </section>
  );
}
