import { type Command, chartKeyCommand } from './keys.ts';
import type { ViewController } from './view-controller.ts';

export type { Command };

/** The commands that change the view. */
export type ViewMovement = Extract<Command, { kind: 'pan' | 'zoom' | 'oldest' | 'toggle' | 'live' }>;

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** The command of a key on the charts; undefined if they do not use it. */
export function commandFor({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): Command | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  return chartKeyCommand(key, shiftKey);
}

/** The command of a key on the overview, a slider: Home leads to its start. */
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
 * Executes a command.
 * @returns whether the view is paused
 */
export function executeCommand(command: ViewMovement, navigator: ViewController): boolean {
  const { view } = navigator;
  const length = view.to - view.from;
  switch (command.kind) {
    case 'pan':
      navigator.pan(command.windows * length);
      break;
    case 'zoom':
      // While live, zooming keeps the newest reading.
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
