import type {
  DestinationConfigInput,
  DestinationStatus,
  Destinations,
  DestinationTestResult,
  DestinationView,
} from '../contract/index.ts';
import { EntryManager } from '../secrets/entry-manager.ts';
import type { ConfigsChange, SecretConfigs } from '../secrets/secret-config-store.ts';
import type { SecretVault } from '../secrets/vault.ts';
import { DESTINATION_ENTRIES } from './configs.ts';
import { recipientOf } from './recipient.ts';
import type { DestinationContext } from './running-destination.ts';
import type { DestinationStore } from './store.ts';
import type { DestinationConfig } from './types.ts';
import { type DestinationCounts, destinationView, NO_COUNTS, statusBeforeRunning } from './views.ts';

export interface NotificationManagerOptions extends Omit<DestinationContext, 'isWell'> {
  store: DestinationStore;
  vault: Pick<SecretVault, 'storage'>;
}

/** All notification destinations. */
export class NotificationManager extends EntryManager<
  'destination',
  DestinationConfig,
  DestinationConfigInput,
  DestinationView,
  DestinationStatus,
  DestinationCounts
> {
  readonly #options: NotificationManagerOptions;

  constructor(options: NotificationManagerOptions) {
    super({
      kind: DESTINATION_ENTRIES,
      store: options.store,
      run: async (config, onChange) => {
        const { RunningDestination } = await import('./running-destination.ts');
        return new RunningDestination(config, { ...options, isWell: () => this.#isWell() }, onChange);
      },
      statusBeforeRunning,
      noCounts: NO_COUNTS,
      clock: options.clock,
      logger: options.logger,
    });
    this.#options = options;
  }

  /** Notifications wait for each destination from now on. Call after the store is read, before alarms are raised. */
  prepare(): void {
    this.#setRecipients();
  }

  list(): Destinations {
    return { destinations: this.views(), secret_storage: this.#options.vault.storage };
  }

  /**
   * Sends a test message.
   * @param id of the destination whose stored secrets replace omitted ones
   */
  async test(
    input: DestinationConfigInput,
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<DestinationTestResult> {
    const { composer, clock } = this.#options;
    return this.tested(input, id, async (config) => {
      const { testDestination } = await import('./destination-test.ts');
      return testDestination({ config, message: await composer.test(), clock, signal });
    });
  }

  protected override viewOf(config: DestinationConfig, status: DestinationStatus): DestinationView {
    return destinationView(config, status);
  }

  protected override async change(
    make: (configs: SecretConfigs<DestinationConfig>) => SecretConfigs<DestinationConfig>,
  ): Promise<ConfigsChange<DestinationConfig>> {
    const change = await super.change(make);
    this.#setRecipients();
    return change;
  }

  #setRecipients(): void {
    const { store, queue } = this.#options;
    const notified = [...store.configs.values()].filter(({ fields }) => fields.enabled && fields.kind !== 'heartbeat');
    queue.setRecipients(new Map(notified.map((config) => [config.id, recipientOf(config)])));
  }

  #isWell(): boolean {
    return this.views().every(
      ({ config, status }) => !config.enabled || config.kind === 'heartbeat' || status.state === 'ready',
    );
  }
}
