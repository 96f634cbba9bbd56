import '@parlance/shared/ui/tokens.css';
import '@parlance/shared/ui/fields.css';
import '../plain-pages/plain-page.css';
import './operator.css';
import { startOperatorPage } from './operator-page.ts';

startOperatorPage();
