import { spawn } from 'node:child_process';

/** The end of the output that is kept for an error message, in characters. */
const LAST_WORDS = 2000;

export interface RunAppOptions {
  /** 1 after a signal. */
  code: number;
  /** Whether it printed the ready line. */
  ready: boolean;
  lastWords: string;
}

/**
 * Runs Mensura as a child process until it exits. Forwards output and signals.
 * @param onReady called once with the address of the ready line
 */
export async function runApp(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv = process.env,
  onReady: (url: string) => void = () => {},
): Promise<RunAppOptions> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let ready = false;
  let lastWords = '';
  const pass = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
    stream.write(chunk);
    lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS);
    const url = ready ? undefined : /is ready: (http:\/\/\S+)/.exec(lastWords)?.[1];
    if (!url) return;
    ready = true;
    onReady(url);
  };
  child.stdout.on('data', pass(process.stdout));
  child.stderr.on('data', pass(process.stderr));
  const forward = (signal: NodeJS.Signals): void => {
    // On Windows the console sends Ctrl+C to the child itself, and `kill` would end it at once.
    if (process.platform !== 'win32') child.kill(signal);
  };
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      lastWords = error.message;
      resolve(1);
    });
    child.on('close', (exitCode) => resolve(exitCode ?? 1));
  });
  for (const signal of signals) process.off(signal, forward);
  return { code, ready, lastWords };
}
