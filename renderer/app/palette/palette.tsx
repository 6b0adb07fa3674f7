import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { formatCount, plural } from '../../data/format/numbers.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { closeDialog, openDialog, restoreFocus } from '../dialogs.ts';
import { rawRoute } from '../guarded-location.ts';
import { allCommands } from './commands.ts';
import './palette.css';
import { findable, type PaletteCommand, type Ranked, rank, recentCommands, rememberCommand } from './rank.ts';

export function Palette() {
  const isOpen = useReadable(openDialog) === 'palette';
  const chosen = useRef<PaletteCommand>(undefined);
  /** Runs after the palette has closed and returned the focus: a command may open a dialog. */
  const runChosen = (): void => {
    const command = chosen.current;
    if (!command) return;
    chosen.current = undefined;
    restoreFocus();
    const before = rawRoute.get();
    command.run();
    // The focused element belongs to the previous page.
    if (rawRoute.get() !== before) document.querySelector<HTMLElement>('main')?.focus();
  };
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && closeDialog('palette')}
      onOpenChangeComplete={(next) => !next && runChosen()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="popup palette" aria-label="Command palette" finalFocus={restoreFocus}>
          <PaletteSearch
            onChosen={(command) => {
              rememberCommand(command.id);
              chosen.current = command;
              closeDialog('palette');
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteSearch({ onChosen }: { onChosen: (command: PaletteCommand) => void }) {
  const live = useLive();
  const [, navigate] = useLocation();
  const [query, setQuery] = useState('');
  // A snapshot, so that rows do not move.
  const [all] = useState(() => findable(allCommands(live, navigate)));
  const [recent] = useState(recentCommands);
  const ranked = useMemo(() => rank(all, query, recent), [all, query, recent]);
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={ranked.rows}
      itemToStringValue={({ title }) => title}
      autoHighlight="always"
      keepHighlight
      value={query}
      onValueChange={(text, { reason }) => reason !== 'item-press' && setQuery(text)}
    >
      <div className="palette-search">
        <Search aria-hidden size={16} />
        <Autocomplete.Input
          className="palette-input"
          placeholder="Search pages, devices, channels, settings and commands"
          aria-label="Search pages, devices, channels, settings and commands"
        />
        <kbd aria-hidden>Esc</kbd>
      </div>
      <Autocomplete.Empty className="palette-empty">
        {ranked.rows.length === 0 &&
          `No results for “${query}”. Search for a page, device, serial number, channel, setting or action.`}
      </Autocomplete.Empty>
      <Autocomplete.List className="palette-list" aria-label="Results">
        {(command: PaletteCommand) => (
          <Autocomplete.Item key={command.id} value={command} className="palette-row" onClick={() => onChosen(command)}>
            <span className="palette-title">{command.title}</span>
            {command.detail && <span className="palette-detail dim ellipsis">{command.detail}</span>}
            <span className="palette-kind dim">{command.kind}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="palette-count dim">{countText(ranked)}</Autocomplete.Status>
    </Autocomplete.Root>
  );
}

function countText({ rows, found }: Ranked): string {
  if (found > rows.length) return `${rows.length} of ${formatCount(found)} results. Keep typing to narrow the list.`;
  if (found === 0) return '';
  return plural(found, 'result');
}
