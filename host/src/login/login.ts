import '@parlance/shared/ui/tokens.css';
import '@parlance/shared/ui/fields.css';
import '../plain-pages/plain-page.css';
import './login.css';
import { startCookies } from './cookies.ts';
import { startLogin } from './login-form.ts';

startCookies(startLogin());
