import { renderScreen } from '@parlance/shared/testing';
import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { tellOfConnection } from './connection.ts';

let heard: Notice[];
let leave: (() => void)[];
let isOnline: boolean;

beforeEach(() => {
  renderScreen(null);
  jest.useFakeTimers();
  heard = [];
  isOnline = true;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  leave = [onNotice((notice) => heard.push(notice)), tellOfConnection()];
});
afterEach(() => {
  for (const it of leave) it();
  jest.restoreAllMocks();
  jest.useRealTimers();
});
function become(online: boolean): void {
  isOnline = online;
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

test('a network that is lost and found again is told of by toasts', () => {
  become(false);
  jest.advanceTimersByTime(1000);
  expect(heard).toEqual([{ kind: 'toast', tone: 'warn', message: expect.stringMatching(/^You’re offline/) }]);
  become(true);
  jest.advanceTimersByTime(1000);
  expect(heard.at(-1)).toEqual({ kind: 'toast', tone: 'good', message: 'You’re back online.' });
});

test('one that is changed is not told of', () => {
  become(false);
  jest.advanceTimersByTime(900);
  become(true);
  jest.advanceTimersByTime(5000);
  expect(heard).toEqual([]);
});

test('nothing is told when it stops', () => {
  become(false);
  leave.at(-1)?.();
  jest.advanceTimersByTime(5000);
  expect(heard).toEqual([]);
});
