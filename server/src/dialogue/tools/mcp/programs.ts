import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** The programs that this process has started as servers. */
const running = new Set<number>();
let isWatching = false;

/** The transport to a program that ends with this process, however that ends. */
export class ProgramTransport extends StdioClientTransport {
  override async start(): Promise<void> {
    await super.start();
    const { pid } = this;
    if (pid === null) return;
    running.add(pid);
    const left = this.onclose;
    this.onclose = () => {
      running.delete(pid);
      left?.();
    };
    if (!isWatching) process.once('exit', () => running.forEach(kill));
    isWatching = true;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
