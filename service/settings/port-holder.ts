/** Finds the program that listens on a TCP port, as far as the system shows it to this user. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findOpenFileProcesses } from '../support/open-files.ts';

const run = promisify(execFile);

/** Deadline of a system tool, in milliseconds. */
const TOOL_TIMEOUT_MS = 3000;

/** The state "listening" in /proc/net/tcp (Linux, include/net/tcp_states.h). */
const LISTENING = '0A';

/** Socket inodes that listen on a port, from the text of /proc/net/tcp or tcp6. */
export function listeningInodes(table: string, port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && local?.endsWith(`:${hexPort}`))
    .flatMap(([, , , , , , , , , inode]) => (inode ? [inode] : []));
}

async function onLinux(port: number): Promise<string | undefined> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const inodes = tables.flatMap((table) => listeningInodes(table, port));
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  const [holder] = await findOpenFileProcesses((target) => sockets.has(target));
  return holder && `${holder.name} (process ${holder.pid})`;
}

async function onMac(port: number): Promise<string | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { timeout: TOOL_TIMEOUT_MS });
  const pid = /^p(\d+)/m.exec(stdout)?.[1];
  const name = /^c(.+)/m.exec(stdout)?.[1];
  return pid && `${name ?? 'a program'} (process ${pid})`;
}

/**
 * The process that listens on a TCP port, from the text of Windows' `netstat -ano`. The name of the state is localized,
 * so a listener is recognized by its foreign port 0.
 */
export function listeningProcess(table: string, port: number): string | undefined {
  return new RegExp(`^\\s*TCP\\s+\\S+:${port}\\s+\\S+:0\\s+\\S+\\s+(\\d+)`, 'm').exec(table)?.[1];
}

async function onWindows(port: number): Promise<string | undefined> {
  const { stdout } = await run('netstat', ['-ano'], { timeout: TOOL_TIMEOUT_MS });
  const pid = listeningProcess(stdout, port);
  if (!pid) return undefined;
  const tasks = await run('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'], { timeout: TOOL_TIMEOUT_MS });
  const name = /^"([^"]+)"/m.exec(tasks.stdout)?.[1];
  return `${name ?? 'a program'} (process ${pid})`;
}

/** `nginx (process 812)`, or `another program` if the system does not show it. */
export async function describeListeningProcess(port: number): Promise<string> {
  const findHolder = { linux: onLinux, darwin: onMac, win32: onWindows }[
    process.platform as 'linux' | 'darwin' | 'win32'
  ];
  // A missing tool or a refused access must not hide the actual error: the port is taken.
  const holder = await findHolder?.(port).catch(() => undefined);
  return holder ?? 'another program';
}
