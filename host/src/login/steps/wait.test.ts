import { loginTextsIn } from '../../testing/open-login.ts';
import { startWait } from './wait.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the wait is counted down to the button, and then not counted any more', () => {
  document.documentElement.lang = 'en';
  document.body.innerHTML = '<form><span id="wait"></span><button id="resend" hidden></button></form>';
  const [form] = document.forms;
  if (form === undefined) throw new Error('The form is there.');
  const english = loginTextsIn('en');
  const wait = startWait(form, () => english);
  const shown = () => [form.querySelector('#wait')?.textContent, form.querySelector('button')?.hidden];
  wait.until(Date.now() + 2000);
  expect(shown()).toEqual(['No email? You can request another code in 2 seconds.', true]);
  jest.advanceTimersByTime(1000);
  expect(shown()).toEqual(['No email? You can request another code in 1 second.', true]);
  jest.advanceTimersByTime(1000);
  expect(shown()).toEqual(['', false]);
  expect(jest.getTimerCount()).toBe(0);
});
