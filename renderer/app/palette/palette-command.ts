/** What the palette offers. */

/** What a command is about, in a word that stands beside it. */
export type CommandKind = 'Page' | 'Action' | 'Device' | 'Channel' | 'MQTT client' | 'Gateway' | 'Alarm rule';

export interface PaletteCommand {
  /** Remembered when it was used; the same from run to run. */
  readonly id: string;
  readonly kind: CommandKind;
  readonly title: string;
  /** What tells it from others of the same title: a serial number, a device. */
  readonly detail?: string;
  /** Further words that find it. */
  readonly words?: string;
  readonly run: () => void;
}

/** What most kinds of commands are made with. */
export type Navigate = (route: string) => void;
