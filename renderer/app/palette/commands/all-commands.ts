import type { Live } from '../../../data/live.ts';
import { PAGES } from '../../pages.ts';
import type { Navigate, PaletteCommand } from '../palette-command.ts';
import { actionCommands, copySerialCommands } from './actions.ts';
import { channelCommands, deviceCommands, entryCommands } from './item-commands.ts';

/** A snapshot: later changes do not move the rows while the user selects. */
export function allCommands(live: Live, go: Navigate): PaletteCommand[] {
  const records = live.devices.list.get();
  const pages = PAGES.map(
    ({ path, word }): PaletteCommand => ({ id: `page ${path}`, kind: 'Page', title: word, run: () => go(path) }),
  );
  return [
    ...pages,
    ...actionCommands(live, go),
    ...deviceCommands(records, go),
    ...channelCommands(records, go),
    ...entryCommands(live, go),
    ...copySerialCommands(records),
  ];
}
