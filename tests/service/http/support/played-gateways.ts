/** Gateways in memory, without a network: answers as the real administration does, and remembers what it was asked. */
import type {
  GatewayConfig,
  GatewayEvent,
  GatewayStatus,
  Gateways,
  GatewayVerdict,
  GatewayView,
} from '../../../../service/contract/index.ts';
import type { GatewayAdministration } from '../../../../service/http/index.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { MensuraError } from '../../../../service/support/errors.ts';

export const STATUS: GatewayStatus = {
  state: 'connecting',
  since: '2026-11-20T14:45:12.318Z',
  error: null,
  next_retry: null,
  latency_ms: null,
  received: 0,
  refused: 0,
  unknown_answer: null,
  instruments: 0,
  gateways: [],
  gateway_count: 0,
};

const VERDICT: GatewayVerdict = {
  ok: true,
  text: 'The gateway answers.',
  error: null,
  duration_ms: 12.5,
  notes: [],
  unknown_answer: null,
  instruments: ['E24638'],
};

export class PlayedGateways implements GatewayAdministration {
  readonly events = new Emitter<{ changed: GatewayEvent }>((error) => {
    throw error;
  });
  /** What it was asked to do, with what it was given; questions alone are not counted. */
  readonly calls: unknown[][] = [];
  /** What everything asked of it fails with. */
  failure: Error | undefined;
  /** Tries that wait until they are ended. */
  readonly waiting: AbortSignal[] = [];
  /** Whether tries wait until they are ended. */
  isSlow = false;
  readonly #gateways = new Map<string, GatewayView>();
  readonly #removed = new Map<string, GatewayView>();

  list(): Gateways {
    return { gateways: [...this.#gateways.values()] };
  }

  get(id: string): GatewayView {
    const view = this.#gateways.get(id);
    if (!view) throw new MensuraError('not-found', `There is no gateway ${id}.`);
    return view;
  }

  async create(config: GatewayConfig): Promise<GatewayView> {
    this.#note('create', config);
    // The first has the id that the examples of the OpenAPI document have.
    const number = (0x1a2b3c4 + this.#gateways.size).toString(16);
    return this.#set({ id: `g${number.padStart(8, '0')}`, config, status: STATUS });
  }

  async update(id: string, config: GatewayConfig): Promise<GatewayView> {
    this.#note('update', id, config);
    return this.#set({ ...this.get(id), config });
  }

  async setEnabled(id: string, enabled: boolean): Promise<GatewayView> {
    this.#note('setEnabled', id, enabled);
    const view = this.get(id);
    return this.#set({ ...view, config: { ...view.config, enabled } });
  }

  async remove(id: string): Promise<void> {
    this.#note('remove', id);
    this.#removed.set(id, this.get(id));
    this.#gateways.delete(id);
    this.events.emit('changed', { id, gateway: null });
  }

  connect(id: string): GatewayView {
    this.#note('connect', id);
    return this.get(id);
  }

  async test(config: GatewayConfig, signal: AbortSignal): Promise<GatewayVerdict> {
    this.#note('test', config);
    if (!this.isSlow) return VERDICT;
    this.waiting.push(signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Has a gateway fare otherwise, and says so. */
  fare(id: string, status: Partial<GatewayStatus>): void {
    const view = this.get(id);
    this.#set({ ...view, status: { ...view.status, ...status } });
  }

  /** Has one that was removed be there again. */
  bringBack(id: string): void {
    const view = this.#removed.get(id);
    if (view) this.#set(view);
  }

  #note(...call: unknown[]): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }

  #set(view: GatewayView): GatewayView {
    this.#gateways.set(view.id, view);
    this.events.emit('changed', { id: view.id, gateway: view });
    return view;
  }
}
