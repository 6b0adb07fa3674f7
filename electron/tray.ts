import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { Alarm } from '../service/contract/index.ts';
import type { Registry } from '../service/devices/registry.ts';
import type { AlarmSource } from '../service/devices/types.ts';
import { errorText } from '../service/support/errors.ts';
import { KeyedThrottle } from '../service/support/keyed-throttle.ts';
import type { Logger } from '../service/support/logger.ts';
import type { PinnedValue } from './pinned-values.ts';
import { type TrayActions, toolTip, trayTemplate } from './tray-content.ts';
import { summarizeTray, type TraySummary } from './tray-summary.ts';

/** Minimum time between two updates, in milliseconds: some desktops redraw the whole panel. */
const UPDATE_INTERVAL_MS = 1000;

/** Maximum number of alarms in the menu. */
const NAMED_ALARMS = 5;

/** Events that may change the content. */
const CAUSES = ['attached', 'changed', 'readings', 'removed', 'problem', 'cleared'] as const;

export interface TrayOptions extends TrayActions {
  registry: Pick<Registry, 'all' | 'events' | 'problems'>;
  alarms: Pick<AlarmSource, 'events'> & { list(): { alarms: readonly Alarm[] } };
  /** Describes an alarm in one line: `Cold room (E24638): Temperature above 30 °C`. */
  describeAlarm(alarm: Alarm): string;
  /** The pinned channels with their current values. */
  pinned(): readonly PinnedValue[];
  iconDir: string;
  logger: Logger;
  keepsRunning(): boolean;
}

/** The tray icon with the state of the service and a menu. */
export class StatusTray {
  readonly #options: TrayOptions;
  readonly #updates = new KeyedThrottle(UPDATE_INTERVAL_MS, () => this.#update());
  #tray: Tray | undefined;
  #shown: string | undefined;
  #endings: (() => void)[] = [];

  constructor(options: TrayOptions) {
    this.#options = options;
  }

  /** Creates the icon. Logs an error if the desktop refuses it. */
  start(): void {
    const { registry, alarms, logger, openWindow } = this.#options;
    const summary = this.#summary();
    try {
      this.#tray = new Tray(this.#icon(summary));
    } catch (error) {
      logger.warn(`cannot create the tray icon: ${errorText(error)}`);
      return;
    }
    this.#tray.on('click', openWindow);
    const request = (): void => this.#updates.changed();
    this.#endings = CAUSES.map((cause) => registry.events.on(cause, request));
    this.#endings.push(alarms.events.on('alarm', request));
    this.#updates.changed();
  }

  /** Shows a changed setting. */
  refresh(): void {
    this.#updates.changed();
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#updates.stop();
    this.#tray?.destroy();
    this.#tray = undefined;
  }

  #summary(): TraySummary {
    const { registry } = this.#options;
    const states = registry.all().map(({ state }) => state);
    return summarizeTray(states, registry.problems().length, this.#options.alarms.list().alarms);
  }

  #icon({ state }: TraySummary): Electron.NativeImage {
    // macOS colors template images for light and dark menu bars.
    const name = process.platform === 'darwin' ? `tray-${state}Template.png` : `tray-${state}.png`;
    return nativeImage.createFromPath(join(this.#options.iconDir, name));
  }

  #update(): void {
    const summary = this.#summary();
    const keepsRunning = this.#options.keepsRunning();
    const named = this.#namedAlarms();
    const pinned = this.#options.pinned();
    // A new peak of an alarm changes nothing.
    const shown = JSON.stringify([summary, keepsRunning, pinned, named.map(({ alarm: { id }, label }) => [id, label])]);
    if (!this.#tray || shown === this.#shown) return;
    this.#shown = shown;
    this.#tray.setImage(this.#icon(summary));
    this.#tray.setToolTip(toolTip(summary, pinned));
    const template = trayTemplate({ summary, named, pinned, keepsRunning }, this.#options);
    this.#tray.setContextMenu(Menu.buildFromTemplate(template));
  }

  #namedAlarms(): { alarm: Alarm; label: string }[] {
    const { alarms, describeAlarm } = this.#options;
    const named = alarms.list().alarms.slice(0, NAMED_ALARMS);
    return named.map((alarm) => ({ alarm, label: describeAlarm(alarm) }));
  }
}
