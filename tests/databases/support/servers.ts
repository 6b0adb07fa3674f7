/** Real databases on free ports of 127.0.0.1, which can be killed and started again on the same port and folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureUnpacked, UNPACKED_PROGRAMS, type UnpackedPackage } from '../../../build/unpacked-programs.ts';
import { atEnd } from '../../support/at-end.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { freePort } from '../../support/free-port.ts';
import type { Certificate } from '../../support/mqtt/certificates.ts';
import { freshFolder } from '../../support/process.ts';
import { until } from '../../support/until.ts';

/** A stored value: its tags, its time in milliseconds since 1970, and its number. */
export interface StoredValue {
  tags: Record<string, string>;
  at: number;
  value: number;
}

export interface ServerOptions {
  /** For its files; a fresh one unless given. */
  folder?: string;
  /** With it, the server is reached by https. */
  certificate?: Certificate;
}

abstract class DatabaseServer {
  readonly url: string;
  protected readonly port: number;
  /** Has everything that it stores. */
  readonly folder: string;
  protected readonly certificate: Certificate | undefined;
  readonly #name: UnpackedPackage;
  #child: ChildProcess | undefined;

  constructor(name: UnpackedPackage, port: number, { folder, certificate }: ServerOptions) {
    this.#name = name;
    this.port = port;
    this.folder = folder ?? freshFolder();
    this.certificate = certificate;
    this.url = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`;
    atEnd(() => this.kill());
  }

  /** @throws Error when it does not run */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.#name} does not run.`);
    return pid;
  }

  /** Arguments of the program. */
  protected abstract prepare(): string[];
  protected abstract readonly readyPath: string;

  async start(): Promise<void> {
    const program = join(await ensureUnpacked(this.#name), UNPACKED_PROGRAMS[this.#name]);
    const child = spawn(program, this.prepare(), { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] });
    endsWithUs(child);
    this.#child = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
    });
    await until(`${this.#name} to be ready`, async () => {
      if (child.exitCode !== null) throw new Error(`${this.#name} ended: ${log}`);
      return this.certificate ? accepts(this.port) : (await fetch(this.url + this.readyPath)).ok;
    });
  }

  /** Whether it ended by itself. */
  get hasEnded(): boolean {
    return this.#child !== undefined && (this.#child.exitCode !== null || this.#child.signalCode !== null);
  }

  /** It answers nothing until `resume`. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** By SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

export interface InfluxDBOptions extends ServerOptions {
  authentication?: boolean;
}

export class InfluxDB extends DatabaseServer {
  protected readonly readyPath = '/ping';
  readonly #hasAuthentication: boolean;

  constructor(port: number, options: InfluxDBOptions) {
    super('influxdb', port, options);
    this.#hasAuthentication = options.authentication ?? false;
  }

  protected prepare(): string[] {
    const file = join(this.folder, 'influxdb.conf');
    const lines = [
      'reporting-disabled = true',
      // For backups. Any free port: a fixed one could be taken at a restart.
      'bind-address = "127.0.0.1:0"',
      '[meta]',
      `dir = "${this.folder}/meta"`,
      '[data]',
      `dir = "${this.folder}/data"`,
      `wal-dir = "${this.folder}/wal"`,
      // Compacts soon after the last write, instead of after 10 min and 4 h.
      'cache-snapshot-write-cold-duration = "1s"',
      'compact-full-write-cold-duration = "3s"',
      '[http]',
      `bind-address = "127.0.0.1:${this.port}"`,
      `auth-enabled = ${this.#hasAuthentication}`,
      'log-enabled = false',
      ...(this.certificate
        ? [
            'https-enabled = true',
            `https-certificate = "${this.certificate.certificatePath}"`,
            `https-private-key = "${this.certificate.keyPath}"`,
          ]
        : []),
    ];
    writeFileSync(file, lines.join('\n'));
    return ['-config', file];
  }

  /** Runs InfluxQL. @throws Error with the refusal */
  async query(
    statement: string,
    { database = '', account }: { database?: string; account?: { user: string; password: string } } = {},
  ): Promise<
    { name: string; tags?: Record<string, string>; columns: string[]; values: (string | number | null)[][] }[]
  > {
    const login = account && `${account.user}:${account.password}`;
    const response = await fetch(`${this.url}/query?epoch=ms&db=${database}`, {
      method: 'POST',
      headers: login ? { Authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {},
      body: new URLSearchParams({ q: statement }),
    });
    const answer = (await response.json()) as {
      error?: string;
      results?: { error?: string; series?: Awaited<ReturnType<InfluxDB['query']>> }[];
    };
    const error = answer.error ?? answer.results?.[0]?.error;
    if (error !== undefined) throw new Error(`InfluxDB refused ${statement}: ${error}`);
    return answer.results?.[0]?.series ?? [];
  }

  /** All values of a field. */
  async values(database: string, field: string, measurement = 'mensura'): Promise<StoredValue[]> {
    const series = await this.query(`SELECT "${field}" FROM "${measurement}" GROUP BY *`, { database });
    return series.flatMap(({ tags = {}, values }) =>
      values.map(([at, value]) => ({ tags, at: Number(at), value: Number(value) })),
    );
  }
}

export async function startInfluxDB(options: InfluxDBOptions = {}): Promise<InfluxDB> {
  const server = new InfluxDB(await freePort(), options);
  await server.start();
  return server;
}

export class VictoriaMetrics extends DatabaseServer {
  protected readonly readyPath = '/health';

  constructor(port: number, options: ServerOptions) {
    super('victoria-metrics', port, options);
  }

  protected prepare(): string[] {
    const data = join(this.folder, 'data');
    mkdirSync(data, { recursive: true });
    const tls = this.certificate
      ? ['-tls', `-tlsCertFile=${this.certificate.certificatePath}`, `-tlsKeyFile=${this.certificate.keyPath}`]
      : [];
    return [`-storageDataPath=${data}`, `-httpListenAddr=127.0.0.1:${this.port}`, '-retentionPeriod=100y', ...tls];
  }

  /** Runs MetricsQL now. @throws Error with the refusal */
  async query(expression: string): Promise<MetricValue[]> {
    await fetch(`${this.url}/internal/force_flush`);
    const { result } = await this.#ask<{ result: { metric: Record<string, string>; value: [number, string] }[] }>(
      `query?nocache=1&query=${encodeURIComponent(expression)}`,
    );
    return result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }

  /** The values of a label among the series of a selector, as Grafana asks for them. @throws Error with the refusal */
  async labelValues(selector: string, label: string): Promise<string[]> {
    await fetch(`${this.url}/internal/force_flush`);
    return this.#ask(`label/${label}/values?match[]=${encodeURIComponent(selector)}`);
  }

  async #ask<Data>(path: string): Promise<Data> {
    const response = await fetch(`${this.url}/api/v1/${path}`);
    const answer = (await response.json()) as { status: string; error?: string; data: Data };
    if (answer.status !== 'success') throw new Error(`VictoriaMetrics refused ${path}: ${answer.error}`);
    return answer.data;
  }

  /** All values of a field; VictoriaMetrics names its series `measurement_field`. */
  async values(field: string, measurement = 'mensura'): Promise<StoredValue[]> {
    // New values appear in queries after a few seconds, unless they are flushed.
    await fetch(`${this.url}/internal/force_flush`);
    const match = encodeURIComponent(`{__name__="${measurement}_${field}"}`);
    const response = await fetch(`${this.url}/api/v1/export?match[]=${match}`);
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    return lines.flatMap((line) => {
      const { metric, values, timestamps } = JSON.parse(line) as {
        metric: Record<string, string>;
        values: number[];
        timestamps: number[];
      };
      return values.map((value, index) => ({ tags: metric, at: timestamps[index] ?? Number.NaN, value }));
    });
  }
}

/** A series of an instant query: its labels, among them `__name__`, and its value. */
export interface MetricValue {
  labels: Record<string, string>;
  value: number;
}

export async function startVictoriaMetrics(options: ServerOptions = {}): Promise<VictoriaMetrics> {
  const server = new VictoriaMetrics(await freePort(), options);
  await server.start();
  return server;
}

/** Whether a server listens, whatever its certificate. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
