import { useNavigate } from '@parlance/shared/router';
import { changeDraftOf } from '../../composer/draft-store.ts';
import type { ChooseBot } from '../../composer/use-bot-choice.ts';
import type { ComposerState } from '../../composer/use-composer.ts';
import { useMemberId } from '../../person/use-person.ts';
import { homePlace, newDialogueWith } from '../../started/new-dialogue-address.ts';

/**
 * Starts another dialogue for another bot, since a dialogue is with one bot: the typed text moves there, to be sent or
 * edited.
 */
export function useAskAnother({ type }: ComposerState): ChooseBot {
  const navigate = useNavigate();
  const member = useMemberId();
  return ({ id }, text) => {
    changeDraftOf(`${member}.${homePlace}`, { type: 'put-in-front', text });
    type('');
    void navigate(newDialogueWith(id));
  };
}
