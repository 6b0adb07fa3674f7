import { Menu } from '@base-ui/react/menu';
import { Check, Plus, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { type Dashboard, MAX_TILES, type Tile, type TileKind } from '../../../service/contract/index.ts';
import { forceNavigate, useLeaveGuard } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import { TextField } from '../../components/form/field.tsx';
import { Notice } from '../../components/notice.tsx';
import type { ChannelGroup } from '../../data/compare/selectable-channels.ts';
import { DashboardEditor } from '../../data/dashboards/dashboard-editor.ts';
import { compact, fitsGrid } from '../../data/dashboards/layout.ts';
import { updateDashboard } from '../../data/dashboards/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { EditGrid } from './edit-grid.tsx';
import { dashboardRoute } from './routes.ts';
import { TileDialog } from './tile-dialog.tsx';
import { newTile, TILE_KINDS, titleOf } from './tile-kinds.ts';
import type { FindChannel } from './tiles/tile-content.tsx';

export interface DashboardEditProps {
  view: Dashboard;
  groups: readonly ChannelGroup[];
  find: FindChannel;
}

function useDashboardEditor(view: Dashboard): DashboardEditor {
  const { dashboards } = useLive();
  const [editor] = useState(
    () => new DashboardEditor(view, { save: updateDashboard, onSaved: (dashboard) => dashboards.accept(dashboard) }),
  );
  useEffect(() => editor.accept(view), [editor, view]);
  useEffect(
    () => () => {
      void editor.flush();
    },
    [editor],
  );
  return editor;
}

/** A dashboard in edit mode: each change is saved at once. */
export function DashboardEdit({ view, groups, find }: DashboardEditProps) {
  const editor = useDashboardEditor(view);
  const { dashboard, canUndo, failure } = useReadable(editor.state);
  const { tiles } = dashboard;
  const [opened, setOpened] = useState<{ tile: Tile; isNew: boolean }>();
  // Only after a failed save: others are sent when the page is left.
  useLeaveGuard({
    what: `the dashboard “${dashboard.name}”`,
    holds: () => editor.state.get().failure !== '',
    save: () => editor.flush(),
  });
  const change = (next: Tile[]): void => {
    const placed = compact(next);
    if (fitsGrid(placed)) editor.change({ ...dashboard, tiles: placed });
    else
      showToast({
        title: 'The dashboard is full',
        text: 'A dashboard has at most 200 rows. Remove a tile, or make one smaller.',
      });
  };
  const add = (kind: TileKind): void => {
    const tile = newTile(kind, tiles);
    if (!tile) showToast({ title: 'The dashboard is full', text: 'Remove a tile, or make one smaller.' });
    else if (kind === 'alarms') change([...tiles, tile]);
    else setOpened({ tile, isNew: true });
  };
  const save = (tile: Tile): void => {
    setOpened(undefined);
    // Its place may have changed in another window.
    const known = tiles.find(({ id }) => id === tile.id);
    const { x, y, w, h } = known ?? tile;
    change([...tiles.filter(({ id }) => id !== tile.id), { ...tile, x, y, w, h }]);
  };
  const remove = (tile: Tile): void => {
    change(tiles.filter(({ id }) => id !== tile.id));
    showToast({
      id: 'tile-removed',
      title: `Removed “${titleOf(tile, find)}”`,
      action: { word: 'Undo', run: () => editor.undo() },
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    event.preventDefault();
    editor.undo();
  };
  return (
    // Ctrl+Z anywhere in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article className="dashboard-view" aria-label={`Edit ${dashboard.name}`} onKeyDown={onKeyDown}>
      <header className="dashboard-header">
        <h2 className="visually-hidden">Edit {dashboard.name}</h2>
        <NameField
          key={dashboard.name}
          name={dashboard.name}
          onChange={(name) => editor.change({ ...dashboard, name })}
        />
        <div className="entry-controls">
          <AddMenu canAdd={tiles.length < MAX_TILES} onAdd={add} />
          <button
            type="button"
            className="button"
            disabled={!canUndo}
            title="Undo the last change (Ctrl+Z)"
            onClick={() => editor.undo()}
          >
            <Undo2 aria-hidden size={14} /> Undo
          </button>
          <button type="button" className="button primary" onClick={() => forceNavigate(dashboardRoute(view.id))}>
            <Check aria-hidden size={14} /> Done
          </button>
        </div>
      </header>
      <div role="alert">
        {failure && (
          <Notice
            tone="bad"
            title="Cannot save the dashboard"
            actions={
              <button type="button" className="button" onClick={() => void editor.flush()}>
                Retry
              </button>
            }
          >
            <p>{failure} Your changes stay in this window.</p>
          </Notice>
        )}
      </div>
      <EditGrid
        dashboard={view.id}
        tiles={tiles}
        find={find}
        onChange={change}
        onSettings={(tile) => setOpened({ tile, isNew: false })}
        onRemove={remove}
      />
      {tiles.length === 0 && <p className="dashboard-empty dim">No tiles yet. Select “Add tile” to add one.</p>}
      {opened && (
        <TileDialog
          key={opened.tile.id}
          {...opened}
          groups={groups}
          find={find}
          onSave={save}
          onClose={() => setOpened(undefined)}
        />
      )}
    </article>
  );
}

/** Changes the name when the field is left or Enter is pressed; Escape restores it. */
function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const [text, setText] = useState(name);
  const trimmed = text.trim();
  const settle = (): void => {
    if (trimmed !== '') onChange(trimmed);
    else setText(name);
  };
  return (
    <div className="dashboard-name">
      <TextField
        label="Name"
        name="name"
        value={text}
        maxLength={80}
        error={trimmed === '' ? 'Enter a name.' : ''}
        onChange={({ target }) => setText(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => {
          if (key === 'Enter') settle();
          if (key === 'Escape') setText(name);
        }}
      />
    </div>
  );
}

function AddMenu({ canAdd, onAdd }: { canAdd: boolean; onAdd: (kind: TileKind) => void }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="button"
        disabled={!canAdd}
        title={canAdd ? undefined : `A dashboard has at most ${MAX_TILES} tiles`}
      >
        <Plus aria-hidden size={14} /> Add tile
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} className="floating">
          <Menu.Popup className="popup menu">
            {Object.entries(TILE_KINDS).map(([kind, { word }]) => (
              <Menu.Item key={kind} className="menu-item" onClick={() => onAdd(kind as TileKind)}>
                {word}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
