import { createServer } from 'node:net';

/**
 * Ports that no system gives to outgoing connections (Linux takes them from 32768 on, others from 49152): nobody takes
 * one between its being found and its being listened on. Each worker of Jest has a thousand of its own.
 */
const firstPort = 20_000;
const portsOfWorker = 1_000;
const workersAtMost = 12;

const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % workersAtMost;
/** Anywhere among them, because another run on this machine has the same. */
let steps = Math.floor(Math.random() * portsOfWorker);

/** `count` different ports that nobody listens on now. None is given twice until all have been. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tried = 0; found.length < count; tried += 1) {
    if (tried === portsOfWorker)
      throw new Error(`Of the ports from ${firstPort + worker * portsOfWorker} on, ${portsOfWorker} are taken.`);
    steps += 1;
    const port = firstPort + worker * portsOfWorker + (steps % portsOfWorker);
    if (await isFree(port)) found.push(port);
  }
  return found;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
