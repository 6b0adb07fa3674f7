import { type Command, chartKeyCommand } from './keys.ts';
import type { ViewController } from './view-controller.ts';

export type { Command };

/** Those that change what is shown. */
export type ViewMovement = Extract<Command, { kind: 'pan' | 'zoom' | 'oldest' | 'toggle' | 'live' }>;

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** The command of a key on the charts; undefined: the key is not ours. */
export function commandFor({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): Command | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  return chartKeyCommand(key, shiftKey);
}

/** The command of a key on the overview, which is a slider: there, Home is the beginning. */
export function overviewCommandFor(press: KeyPress): Command | undefined {
  switch (press.key) {
    case 'Home':
      return { kind: 'oldest' };
    case 'ArrowDown':
      return commandFor({ ...press, key: 'ArrowLeft' });
    case 'ArrowUp':
      return commandFor({ ...press, key: 'ArrowRight' });
    default:
      return commandFor(press);
  }
}

export function isMovement(command: Command): command is ViewMovement {
  return ['pan', 'zoom', 'oldest', 'toggle', 'live'].includes(command.kind);
}

/**
 * Carries out a command.
 * @returns whether the view stands still now
 */
export function executeCommand(command: ViewMovement, navigator: ViewController): boolean {
  const { view } = navigator;
  const length = view.to - view.from;
  switch (command.kind) {
    case 'pan':
      navigator.pan(command.windows * length);
      break;
    case 'zoom':
      // Live, the newest reading is what one looks at.
      navigator.zoom(command.factor, navigator.isLive ? view.to : undefined);
      break;
    case 'oldest':
      navigator.show({ from: 0, to: length });
      break;
    case 'toggle':
      return navigator.isLive;
    case 'live':
      navigator.resume();
  }
  return !navigator.isLive;
}
