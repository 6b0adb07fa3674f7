/** Shown beside the title. */
export type CommandKind = 'Page' | 'Command' | 'Device' | 'Channel' | 'MQTT client' | 'Gateway' | 'Alarm rule';

export interface PaletteCommand {
  /** Stable across runs, for the list of recent commands. */
  readonly id: string;
  readonly kind: CommandKind;
  readonly title: string;
  /** Distinguishes commands of the same title: a serial number, a device. */
  readonly detail?: string;
  /** Further search words. */
  readonly keywords?: string;
  readonly run: () => void;
}

export type Navigate = (route: string) => void;
