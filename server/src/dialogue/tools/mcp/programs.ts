import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/**
 * What the guard does: it keeps the programs that run, and kills them when its input ends. That is when this process
 * has ended, however; programs that end with their own input are given a second for it.
 */
const guarding = `
left=' '
while read -r what pid; do
  case $what in
    started) left="$left$pid " ;;
    ended) left="\${left%% $pid *} \${left#* $pid }" ;;
  esac
done
sleep 1
kill -KILL $left
`;

let guard: ChildProcessByStdio<Writable, null, null> | null = null;

/** Tells the guard of a program. It is started with the first one, in a group of its own that no signal is sent to. */
function tell(what: 'started' | 'ended', pid: number): void {
  if (guard === null) {
    guard = spawn('sh', ['-c', guarding], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: { PATH: process.env['PATH'] },
    });
    // Without a shell, programs end with their input alone.
    guard.on('error', () => undefined);
    guard.stdin.on('error', () => undefined);
    guard.unref();
    (guard.stdin as Writable & { unref?: () => void }).unref?.(); // a pipe is a socket
  }
  guard.stdin.write(`${what} ${pid}\n`);
}

/** The transport to a program that does not outlive this process. */
export class ProgramTransport extends StdioClientTransport {
  override async start(): Promise<void> {
    await super.start();
    const { pid } = this;
    if (pid === null) return;
    tell('started', pid);
    const closed = this.onclose;
    this.onclose = () => {
      tell('ended', pid);
      closed?.();
    };
  }
}
