/** Gateways in memory, without a network. */
import type {
  EntityChange,
  GatewayConfig,
  GatewayOffers,
  GatewayStatus,
  Gateways,
  GatewayTestResult,
  GatewayView,
} from '../../../service/contract/index.ts';
import type { GatewayAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { gatewayStatus } from '../views/gateways.ts';
import { fail, Played } from './played.ts';

export const STATUS: GatewayStatus = {
  ...gatewayStatus(),
  state: 'connecting',
  since: '2026-11-20T14:45:12.318Z',
};

export class PlayedGateways extends Played implements GatewayAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'gateway'> }>(fail);
  readonly gateways = new Map<string, GatewayView>();
  /** What a test of a configuration says. */
  verdict: GatewayTestResult = {
    ok: true,
    text: 'The gateway answers.',
    error: null,
    duration_ms: 12.4,
    notes: [],
    unknown_answer: null,
    instruments: ['E24638', 'E18890'],
  };
  /** How one fares that was just made. */
  first = STATUS;
  /** What is answered of discovery. */
  offers: GatewayOffers = { enabled: false, offers: [] };
  /** Tries that wait until they are ended. */
  readonly waiting: AbortSignal[] = [];
  /** Whether tries wait until they are ended. */
  isSlow = false;
  readonly #removed = new Map<string, GatewayView>();
  #created = 0;

  list(): Gateways {
    return { gateways: [...this.gateways.values()] };
  }

  get(id: string): GatewayView {
    const view = this.gateways.get(id);
    if (!view) throw new MensuraError('not-found', `There is no gateway ${id}.`);
    return view;
  }

  async create(config: GatewayConfig): Promise<GatewayView> {
    this.note('create', config);
    this.#requireFree(config, '');
    // The first has the id that the examples of the OpenAPI document have.
    const number = (0x1a2b3c4 + this.#created).toString(16);
    this.#created += 1;
    return this.put({ id: `g${number.padStart(8, '0')}`, config, status: this.first });
  }

  async update(id: string, config: GatewayConfig): Promise<GatewayView> {
    this.note('update', id, config);
    const view = this.get(id);
    this.#requireFree(config, id);
    return this.put({ ...view, config });
  }

  async setEnabled(id: string, enabled: boolean): Promise<GatewayView> {
    this.note('setEnabled', id, enabled);
    const view = this.get(id);
    return this.put({ ...view, config: { ...view.config, enabled } });
  }

  async remove(id: string): Promise<void> {
    this.note('remove', id);
    this.#removed.set(id, this.get(id));
    this.gateways.delete(id);
    this.events.emit('changed', { key: id, value: null });
  }

  connect(id: string): GatewayView {
    this.note('connect', id);
    return this.get(id);
  }

  async test(config: GatewayConfig, signal: AbortSignal): Promise<GatewayTestResult> {
    this.note('test', config);
    if (!this.isSlow) return this.verdict;
    this.waiting.push(signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Adds or replaces a gateway, and says so. */
  put(view: GatewayView): GatewayView {
    this.gateways.set(view.id, view);
    this.events.emit('changed', { key: view.id, value: view });
    return view;
  }

  /** Has a gateway fare otherwise, and says so. */
  fare(id: string, status: Partial<GatewayStatus>): void {
    const view = this.get(id);
    this.put({ ...view, status: { ...view.status, since: new Date().toISOString(), ...status } });
  }

  /** Has one that was removed be there again. */
  bringBack(id: string): void {
    const view = this.#removed.get(id);
    if (view) this.put(view);
  }

  /** @throws MensuraError `conflict`, as the real administration does */
  #requireFree({ name }: GatewayConfig, id: string): void {
    if (![...this.gateways.values()].some((other) => other.id !== id && other.config.name === name)) return;
    const message = `a gateway named "${name}" already exists`;
    throw new MensuraError('conflict', `name: ${message}.`, { errors: [{ path: 'name', message }] });
  }
}
