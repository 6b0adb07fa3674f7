import { Menu } from '@base-ui/react/menu';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { MAX_TILES, type Tile } from '../../../service/contract/index.ts';
import { compact, freePlace, moveTile, resizeTile } from '../../data/dashboards/layout.ts';
import { gridPlace } from './tile-grid.tsx';
import { newTileId, titleOf } from './tile-kinds.ts';
import { type FindChannel, TileContent } from './tiles/tile-content.tsx';
import { useTileDrag } from './use-tile-drag.ts';

export interface EditGridProps {
  tiles: readonly Tile[];
  find: FindChannel;
  /** @param focused ID of the tile that gets the focus; undefined if it stays where it is */
  onChange: (tiles: Tile[], focused?: string) => void;
  /** Opens the settings of a tile. */
  onSettings: (tile: Tile) => void;
  onRemove: (tile: Tile) => void;
}

type Step = readonly [dx: number, dy: number];

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const MOVES: readonly (readonly [word: string, step: Step])[] = [
  ['Move left', [-1, 0]],
  ['Move right', [1, 0]],
  ['Move up', [0, -1]],
  ['Move down', [0, 1]],
];

const SIZES: readonly (readonly [word: string, step: Step])[] = [
  ['Wider', [1, 0]],
  ['Narrower', [-1, 0]],
  ['Taller', [0, 1]],
  ['Shorter', [0, -1]],
];

/** The tiles of a dashboard, to arrange by pointer, keys and menus. */
export function EditGrid({ tiles: stored, find, onChange, onSettings, onRemove }: EditGridProps) {
  const tiles = compact(stored);
  const help = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState('');
  const settle = (next: Tile[], id: string, keepsFocus = false): void => {
    const tile = next.find((one) => one.id === id);
    if (tile) setAnnounced(describePlace(tile, titleOf(tile, find)));
    onChange(next, keepsFocus ? undefined : id);
  };
  const drag = useTileDrag({ grid, tiles, onDrop: settle });

  const onKeyDown = (event: KeyboardEvent, tile: Tile): void => {
    // Keys on the tile itself, not on its menu.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) settle((event.shiftKey ? resizeTile : moveTile)(tiles, tile.id, ...step), tile.id);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(tile);
    else if (event.key === 'Enter') onSettings(tile);
    else return;
    event.preventDefault();
  };

  /** @returns the ID of the copy */
  const duplicate = (tile: Tile): string => {
    const free = freePlace(tiles, tile);
    const id = newTileId();
    if (free) settle([...tiles, { ...tile, ...free, id }], id);
    return id;
  };

  return (
    <>
      <p id={help} className="visually-hidden">
        Arrow keys move the tile, Shift and arrow keys resize it, Enter opens its settings, Delete removes it.
      </p>
      <output className="visually-hidden">{announced}</output>
      <div className="tile-grid editing" ref={grid} data-dragging={drag.dragged !== undefined || undefined}>
        {(drag.preview ?? tiles).map((tile) => {
          const title = titleOf(tile, find);
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys move it
            <div
              key={tile.id}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
              role="group"
              className="tile"
              data-tile={tile.id}
              data-kind={tile.kind}
              data-dragged={tile.id === drag.dragged || undefined}
              style={gridPlace(tile)}
              aria-label={title}
              aria-roledescription="tile"
              aria-describedby={help}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys move it
              tabIndex={0}
              onKeyDown={(event) => onKeyDown(event, tile)}
            >
              <div className="tile-grip" onPointerDown={(event) => drag.start(event, tile, 'move')}>
                <span className="ellipsis">{title}</span>
                <TileMenu
                  title={title}
                  canDuplicate={tiles.length < MAX_TILES}
                  onMove={(step) => settle(moveTile(tiles, tile.id, ...step), tile.id, true)}
                  onResize={(step) => settle(resizeTile(tiles, tile.id, ...step), tile.id, true)}
                  onSettings={() => onSettings(tile)}
                  onDuplicate={() => duplicate(tile)}
                  onRemove={() => onRemove(tile)}
                />
              </div>
              <div className="tile-body" inert>
                <TileContent tile={tile} title={title} find={find} />
              </div>
              <span className="tile-corner" aria-hidden onPointerDown={(event) => drag.start(event, tile, 'resize')} />
            </div>
          );
        })}
      </div>
    </>
  );
}

function describePlace({ x, y, w, h }: Tile, title: string): string {
  return `${title}: column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`;
}

interface TileMenuProps {
  title: string;
  canDuplicate: boolean;
  onMove: (step: Step) => void;
  onResize: (step: Step) => void;
  onSettings: () => void;
  /** @returns the ID of the copy, which gets the focus */
  onDuplicate: () => string;
  onRemove: () => void;
}

/** All that can be done with a tile, without dragging. */
function TileMenu({ title, canDuplicate, onMove, onResize, onSettings, onDuplicate, onRemove }: TileMenuProps) {
  const copy = useRef('');
  const copied = (): HTMLElement | null => document.querySelector(`[data-tile="${CSS.escape(copy.current)}"]`);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (isOpen) copy.current = '';
      }}
    >
      <Menu.Trigger
        className="icon-button"
        aria-label={`Actions for ${title}`}
        title="Tile actions"
        onPointerDown={(event) => event.stopPropagation()}
      >
        <Ellipsis aria-hidden size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="floating">
          <Menu.Popup className="popup menu" finalFocus={() => copied() ?? true}>
            <Menu.Item className="menu-item" onClick={onSettings}>
              Settings…
            </Menu.Item>
            {MOVES.map(([word, step]) => (
              <Menu.Item key={word} className="menu-item" closeOnClick={false} onClick={() => onMove(step)}>
                {word}
              </Menu.Item>
            ))}
            {SIZES.map(([word, step]) => (
              <Menu.Item key={word} className="menu-item" closeOnClick={false} onClick={() => onResize(step)}>
                {word}
              </Menu.Item>
            ))}
            <Menu.Item
              className="menu-item"
              disabled={!canDuplicate}
              onClick={() => {
                copy.current = onDuplicate();
              }}
            >
              Duplicate
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={onRemove}>
              Remove
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
