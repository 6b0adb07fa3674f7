/** The routes of gateways in the app API, played in memory. */
import {
  type GatewayConfig,
  type GatewayEvent,
  type GatewayOffers,
  type GatewayStatus,
  type GatewayVerdict,
  type GatewayView,
  gatewayInputSchema,
} from '../../../service/contract/index.ts';
import { gatewayStatus } from './gateways.ts';
import { type Answer, checked, PlayedRoutes, refusal } from './played-routes.ts';

export class FakeGateways extends PlayedRoutes {
  readonly gateways = new Map<string, GatewayView>();
  verdict: GatewayVerdict = {
    ok: true,
    text: 'It answers as a gateway does.',
    error: null,
    duration_ms: 12.4,
    notes: [],
    unknown_answer: null,
    instruments: ['E24638', 'E18890'],
  };
  offers: GatewayOffers = { enabled: false, offers: [] };
  #lastId = 0;
  readonly #tell: (event: GatewayEvent) => void;

  constructor(tell: (event: GatewayEvent) => void) {
    super();
    this.#tell = tell;
  }

  /** Adds or replaces a gateway and tells everyone, as if it was done elsewhere. */
  put(view: GatewayView): GatewayView {
    this.gateways.set(view.id, view);
    this.#tell({ id: view.id, gateway: view });
    return view;
  }

  /** Has a gateway fare otherwise. */
  fare(id: string, status: Partial<GatewayStatus>): void {
    const view = this.gateways.get(id);
    if (!view) throw new Error(`There is no gateway ${id}.`);
    this.put({ ...view, status: { ...view.status, since: new Date().toISOString(), ...status } });
  }

  /** Removes a gateway as if it was done elsewhere. */
  remove(id: string): void {
    this.gateways.delete(id);
    this.#tell({ id, gateway: null });
  }

  protected usual(method: string, path: string, body: unknown): Answer {
    const [list, id = '', action = ''] = path.split('/');
    if (list !== 'gateways') return refusal(404, `There is no ${method} ${path} here.`);
    if (method === 'GET' && id === 'offers') return { status: 200, body: this.offers };
    switch (`${method} ${id === 'test' ? 'test' : `${id && 'id'}${action && `/${action}`}`}`) {
      case 'GET ':
        return { status: 200, body: { gateways: [...this.gateways.values()] } };
      case 'POST ':
        return checked(gatewayInputSchema, body, (config) => this.#unlessTaken('', config, () => this.#create(config)));
      case 'POST test':
        return checked(gatewayInputSchema, body, () => ({ status: 200, body: this.verdict }));
      case 'GET id':
        return this.#known(id, (view) => ({ status: 200, body: view }));
      case 'PUT id':
        return this.#known(id, (view) =>
          checked(gatewayInputSchema, body, (config) =>
            this.#unlessTaken(id, config, () => ({ status: 200, body: this.put({ ...view, config }) })),
          ),
        );
      case 'DELETE id':
        return this.#known(id, () => {
          this.remove(id);
          return { status: 200, body: {} };
        });
      case 'POST id/enable':
      case 'POST id/disable':
        return this.#known(id, (view) => {
          const config = { ...view.config, enabled: action === 'enable' };
          return { status: 200, body: this.put({ ...view, config }) };
        });
      case 'POST id/connect':
        return this.#known(id, (view) => ({ status: 200, body: view }));
      default:
        return refusal(404, `There is no ${method} ${path} here.`);
    }
  }

  #create(config: GatewayConfig): Answer {
    this.#lastId += 1;
    return { status: 201, body: this.put({ id: `new${this.#lastId}`, config, status: gatewayStatus() }) };
  }

  #known(id: string, act: (view: GatewayView) => Answer): Answer {
    const view = this.gateways.get(decodeURIComponent(id));
    return view ? act(view) : refusal(404, `There is no gateway with the id ${id}.`);
  }

  #unlessTaken(id: string, { name }: GatewayConfig, act: () => Answer): Answer {
    const isTaken = [...this.gateways.values()].some((other) => other.id !== id && other.config.name === name);
    const message = `there is a gateway "${name}" already`;
    return isTaken ? refusal(409, `name: ${message}.`, [{ path: 'name', message }]) : act();
  }
}
