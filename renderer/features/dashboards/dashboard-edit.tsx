import { Menu } from '@base-ui/react/menu';
import { Check, Plus, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { type Dashboard, MAX_TILES, type Tile, type TileKind } from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import type { ChannelGroup } from '../../data/compare/selectable-channels.ts';
import { compact, fitsGrid, inReadingOrder, place } from '../../data/dashboards/layout.ts';
import { useReadable } from '../../data/react.ts';
import { EditGrid } from './edit-grid.tsx';
import { NameField } from './name-field.tsx';
import { dashboardRoute } from './routes.ts';
import { SaveFailure } from './save-failure.tsx';
import { TileDialog } from './tile-dialog.tsx';
import { newTile, TILE_KINDS, titleOf } from './tile-kinds.ts';
import type { FindChannel } from './tiles/tile-content.tsx';
import { REMOVED_TOAST, useDashboardEditor } from './use-dashboard-editor.ts';

export interface DashboardEditProps {
  view: Dashboard;
  groups: readonly ChannelGroup[];
  find: FindChannel;
}

/** A dashboard in edit mode: each change is saved at once. */
export function DashboardEdit({ view, groups, find }: DashboardEditProps) {
  const editor = useDashboardEditor(view);
  const { dashboard, canUndo, failure } = useReadable(editor.state);
  const { tiles } = dashboard;
  const [opened, setOpened] = useState<{ tile: Tile; isNew: boolean }>();
  const [, navigate] = useLocation();
  const article = useRef<HTMLElement>(null);
  const tileElement = (id: string): HTMLElement | null =>
    article.current?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`) ?? null;
  /** Focuses a tile, which has moved in the document or is new; else the page, if the focused tile is gone. */
  const show = (update: () => void, focused: string): void => {
    flushSync(update);
    const page = document.activeElement === document.body ? article.current : null;
    (tileElement(focused) ?? page)?.focus({ preventScroll: focused === '' });
  };
  const change = (next: Tile[], focused = ''): void => {
    const placed = compact(next);
    if (fitsGrid(placed)) show(() => editor.change({ ...dashboard, tiles: placed }), focused);
    else
      showToast({
        title: 'The dashboard is full',
        text: 'A dashboard has at most 200 rows. Remove a tile, or make one smaller.',
      });
  };
  const undo = (): void => show(() => editor.undo(), '');
  const add = (kind: TileKind): void => {
    const tile = newTile(kind, tiles);
    if (!tile) showToast({ title: 'The dashboard is full', text: 'Remove a tile, or make one smaller.' });
    else setOpened({ tile, isNew: true });
  };
  const save = (tile: Tile): void => {
    // Its place may have changed in another window.
    const { x, y, w, h } = tiles.find(({ id }) => id === tile.id) ?? tile;
    change([...tiles.filter(({ id }) => id !== tile.id), { ...tile, x, y, w, h }], tile.id);
    setOpened(undefined);
  };
  const remove = (tile: Tile): void => {
    const ordered = inReadingOrder(tiles);
    const index = ordered.findIndex(({ id }) => id === tile.id);
    const next = ordered[index + 1] ?? ordered[index - 1];
    change(
      tiles.filter(({ id }) => id !== tile.id),
      next?.id,
    );
    showToast({
      id: REMOVED_TOAST,
      title: `Removed “${titleOf(tile, find)}”`,
      action: { word: 'Undo', run: () => restore(tile) },
    });
  };
  /** Undoes its removal, but no later change. */
  const restore = (tile: Tile): void => {
    const { dashboard: now } = editor.state.get();
    if (now.tiles.some(({ id }) => id === tile.id)) return;
    show(() => editor.change({ ...now, tiles: place([...now.tiles, tile], tile.id, tile) }), tile.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    // Dialogs are rendered elsewhere, and their keys arrive here all the same.
    if (isTyping || !currentTarget.contains(target as Node)) return;
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    event.preventDefault();
    undo();
  };
  return (
    // Ctrl+Z anywhere in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className="dashboard-view"
      aria-label={`Edit ${dashboard.name}`}
      ref={article}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="dashboard-header">
        <h1 className="visually-hidden">Edit {dashboard.name}</h1>
        <NameField name={dashboard.name} onChange={(name) => editor.change({ ...dashboard, name })} />
        <div className="entry-controls">
          <AddMenu canAdd={tiles.length < MAX_TILES} onAdd={add} />
          <button
            type="button"
            className="button"
            aria-disabled={!canUndo}
            title="Undo the last change (Ctrl+Z)"
            onClick={undo}
          >
            <Undo2 aria-hidden size={14} /> Undo
          </button>
          <button type="button" className="button primary" onClick={() => navigate(dashboardRoute(view.id))}>
            <Check aria-hidden size={14} /> Done
          </button>
        </div>
      </header>
      <SaveFailure failure={failure} onRetry={() => void editor.flush()} />
      <EditGrid
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
          finalFocus={() => tileElement(opened.tile.id) ?? true}
          onSave={save}
          onClose={() => setOpened(undefined)}
        />
      )}
    </article>
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
