/** Everything that the palette offers, in the order in which equals are shown. */
import type { Live } from '../../../data/live.ts';
import { PAGES } from '../../pages.ts';
import type { Navigate, PaletteCommand } from '../palette-command.ts';
import { actionCommands, copySerialCommands } from './actions.ts';
import { channelCommands, deviceCommands, entryCommands } from './item-commands.ts';

/** As things are now: what comes and goes later does not move the rows under the user's hands. */
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
