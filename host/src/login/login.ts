import '@parlance/shared/ui/tokens.css';
import './login.css';
import { startCookies } from './cookies.ts';
import { startLogin } from './login-form.ts';

startLogin();
startCookies();
