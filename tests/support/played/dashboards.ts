/** Dashboards in memory. */
import type { Dashboard, DashboardInput, EntityChange } from '../../../service/contract/index.ts';
import type { DashboardAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { fail, Played } from './played.ts';

export class PlayedDashboards extends Played implements DashboardAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'dashboard'> }>(fail);
  readonly dashboards = new Map<string, Dashboard>();
  #created = 0;

  list(): readonly Dashboard[] {
    return [...this.dashboards.values()];
  }

  get(id: string): Dashboard {
    const dashboard = this.dashboards.get(id);
    if (!dashboard) throw new MensuraError('not-found', `No dashboard with ID ${id}.`);
    return dashboard;
  }

  async create(dashboard: DashboardInput): Promise<Dashboard> {
    this.note('create', dashboard);
    // The first has the id that the examples of the OpenAPI document have.
    const number = (0x1b2c3d4 + this.#created).toString(16);
    this.#created += 1;
    return this.put({ id: `d${number.padStart(8, '0')}`, dashboard });
  }

  async update(id: string, dashboard: DashboardInput): Promise<Dashboard> {
    this.note('update', id, dashboard);
    this.get(id);
    return this.put({ id, dashboard });
  }

  async remove(id: string): Promise<void> {
    this.note('remove', id);
    this.get(id);
    this.dashboards.delete(id);
    this.events.emit('changed', { key: id, value: null });
  }

  /** Adds or replaces a dashboard, and says so. */
  put(dashboard: Dashboard): Dashboard {
    this.dashboards.set(dashboard.id, dashboard);
    this.events.emit('changed', { key: dashboard.id, value: dashboard });
    return dashboard;
  }
}
