import { answerRated } from '../../dialogue/dialogues/domain-events.ts';
import { rulesHit } from '../../dialogue/governance/domain-events.ts';
import { fileAdded } from '../../library/knowledge/domain-events.ts';
import { raiseFileAdded, raiseRated, raiseRuleHits } from './events.ts';

/** Has what happens on the floors below set off the automations that wait for it. */
export function subscribeAutomations(): void {
  fileAdded.subscribe(raiseFileAdded);
  answerRated.subscribe(raiseRated);
  rulesHit.subscribe(raiseRuleHits);
}
