import '@parlance/shared/ui/tokens.css';
import './login.css';
import { startLogin } from './login-form.ts';

startLogin();
