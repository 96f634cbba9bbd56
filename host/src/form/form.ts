import '@parlance/shared/ui/tokens.css';
import '@parlance/shared/ui/fields.css';
import '../plain-pages/plain-page.css';
import './form.css';
import { startForm } from './form-page.ts';

startForm();
