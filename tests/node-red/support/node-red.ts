/** A real Node-RED on a free port of 127.0.0.1, started as docs/node-red.md says, with a user directory of its own. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNodeRed } from '../../../build/node-red.ts';
import { ROOT } from '../../../build/paths.ts';
import { atEnd } from '../../support/at-end.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { freePort } from '../../support/free-port.ts';
import { type Heard, hear } from '../../support/hear.ts';
import { freshFolder } from '../../support/process.ts';
import { until } from '../../support/until.ts';

/** How long a start may take on a busy machine, in milliseconds: a bound, not an expectation. */
const START_MS = 90_000;

export const PAGE = readFileSync(join(ROOT, 'docs/node-red.md'), 'utf8');

/** A node of a flow, with the properties that tests read or write. */
export interface FlowNode {
  id: string;
  type: string;
  name?: string;
}

/** What the debug tab of the editor shows. */
export interface DebugMessage {
  /** Of the node that sent it. */
  name: string;
  topic?: string;
  /** As a text. */
  msg: string;
}

export class NodeRed {
  readonly url: string;
  readonly port: number;
  /** Everything that the debug tab was sent, oldest first. */
  readonly debug: DebugMessage[] = [];
  readonly #folder = freshFolder();
  #heard: Heard | undefined;

  constructor(port: number) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  log(): string {
    return this.#heard?.out() ?? '';
  }

  /** Starts it, with the documented flags. @throws Error with its log when it ends instead */
  async start(): Promise<void> {
    const documented = /^ {4,}node-red (.+)$/m.exec(PAGE)?.[1]?.split(' ');
    if (!documented) throw new Error('The page has no command that starts Node-RED.');
    const ours = ['--port', String(this.port), '--userDir', this.#folder, '--no-telemetry'];
    // After a lost connection it waits 15 s by default.
    const flags = [...documented, ...ours, '-D', 'mqttReconnectTime=1000'];
    const child = spawn(process.execPath, [await ensureNodeRed(), ...flags], { cwd: this.#folder });
    endsWithUs(child);
    const heard = hear(child);
    this.#heard = heard;
    await until(
      'Node-RED to start',
      async () => {
        if (child.exitCode !== null) throw new Error(`Node-RED ended: ${heard.out()}${heard.err()}`);
        return heard.out().includes('Started flows') && (await fetch(`${this.url}/flows`)).ok;
      },
      START_MS,
    ).catch((cause: unknown) => {
      throw new Error(`Node-RED did not start. It said:\n${heard.out()}${heard.err()}`, { cause });
    });
    await this.#listen();
  }

  /** Ends it as Ctrl+C does. May be called twice. */
  async stop(): Promise<void> {
    const { child, exit } = this.#heard ?? {};
    child?.kill('SIGINT');
    await exit;
  }

  /** Kills it. May be called twice. */
  async kill(): Promise<void> {
    this.#heard?.child.kill('SIGKILL');
    await this.#heard?.exit;
  }

  /** What the editor does for "Import" and "Deploy" in an empty workspace. */
  async deploy(flows: readonly FlowNode[]): Promise<void> {
    await this.#request('/flows', { flows }, { 'Node-RED-API-Version': 'v2' });
  }

  /** Adds a tab. @throws Error with the refusal */
  async addTab(label: string, nodes: readonly object[]): Promise<void> {
    await this.#request('/flow', { label, nodes });
  }

  async flows(): Promise<FlowNode[]> {
    return (await (await fetch(`${this.url}/flows`)).json()) as FlowNode[];
  }

  /** The types of nodes that Node-RED itself has. */
  async coreTypes(): Promise<string[]> {
    const response = await fetch(`${this.url}/nodes`, { headers: { Accept: 'application/json' } });
    const sets = (await response.json()) as { module: string; types: string[] }[];
    return sets.filter(({ module }) => module === 'node-red').flatMap(({ types }) => types);
  }

  /** Follows the debug tab, as the editor does. */
  async #listen(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/comms`);
    socket.addEventListener('message', ({ data }) => {
      const events = JSON.parse(String(data)) as { topic: string; data: DebugMessage }[];
      this.debug.push(...events.filter(({ topic }) => topic === 'debug').map((event) => event.data));
    });
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('The editor gets no messages.')));
    });
    atEnd(() => socket.close());
    socket.send(JSON.stringify({ subscribe: 'debug' }));
  }

  async #request(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Node-RED refused ${path}: ${await response.text()}`);
  }
}

/** Starts it; it is ended at the end of the test file. */
export async function startNodeRed(): Promise<NodeRed> {
  const nodeRed = new NodeRed(await freePort());
  atEnd(() => nodeRed.kill());
  await nodeRed.start();
  return nodeRed;
}
