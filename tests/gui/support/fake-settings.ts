/** The routes of the settings in the app API, played in memory. */
import {
  type Settings,
  type SettingsFacts,
  settingsPatchSchema,
  settingsSchema,
} from '../../../service/contract/index.ts';
import { type Answer, checked, PlayedRoutes } from './played-routes.ts';

export class FakeSettings extends PlayedRoutes {
  settings: Settings = settingsSchema.parse({});
  facts: SettingsFacts = {
    data_folder: '/home/user/.config/mensura',
    settings_file: '/home/user/.config/mensura/settings.json',
    platform: 'linux',
    knows_other_users: true,
    overridden: {},
    pending: [],
  };
  readonly #tell: (settings: Settings) => void;

  constructor(tell: (settings: Settings) => void) {
    super();
    this.#tell = tell;
  }

  /** Changes some and tells everyone. */
  put(change: Partial<Settings>): Settings {
    this.settings = settingsSchema.parse({ ...this.settings, ...change });
    this.#tell(this.settings);
    return this.settings;
  }

  protected usual(method: string, path: string, body: unknown): Answer {
    if (path === 'settings/facts') return { status: 200, body: this.facts };
    if (method === 'GET') return { status: 200, body: this.settings };
    return checked(settingsPatchSchema, body, (patch) => {
      const given = Object.entries(patch).filter(([, value]) => value !== undefined);
      return { status: 200, body: this.put(Object.fromEntries(given)) };
    });
  }
}
