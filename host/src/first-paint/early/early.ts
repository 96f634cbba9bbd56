import { askEarly } from './ask-early.ts';
import { followPainted } from './follow-painted.ts';
import { warmNumbers } from './warm-numbers.ts';

// The web service writes this program into the page itself.
askEarly();
document.addEventListener('click', followPainted);
warmNumbers();
