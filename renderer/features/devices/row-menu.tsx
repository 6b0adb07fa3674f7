import { ContextMenu } from '@base-ui/react/context-menu';
import { Check, ChevronRight, FolderInput, Star } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useRef, useState } from 'react';
import type { AppDevice } from '../../../service/contract/index.ts';
import { useLive } from '../../data/react.ts';
import { changeDevice, groupNames } from './change-device.ts';
import { addGroupFor } from './groups/group-dialogs.tsx';

/** The list with a context menu for its rows, each of which has the key of its device as `data-entry`. */
export function RowMenu(list: ComponentProps<'div'>) {
  const live = useLive();
  const row = useRef<HTMLElement>(null);
  const [device, setDevice] = useState<AppDevice>();
  const naming = useRef(false);
  const note = (event: MouseEvent): void => {
    row.current = (event.target as Element).closest<HTMLElement>('[data-entry]');
    const record = live.devices.get(row.current?.dataset['entry'] ?? '');
    setDevice(record?.device);
    naming.current = false;
    if (!record) event.stopPropagation();
  };
  const focus = (): HTMLElement | boolean => {
    if (naming.current) return false;
    return row.current?.isConnected ? row.current : true;
  };
  return (
    <ContextMenu.Root>
      <div onContextMenuCapture={note}>
        <ContextMenu.Trigger render={<div {...list} />} />
      </div>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="floating">
          <ContextMenu.Popup className="popup menu" finalFocus={focus}>
            {device && (
              <RowActions
                device={device}
                onName={() => {
                  naming.current = true;
                  addGroupFor(device, row.current);
                }}
              />
            )}
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function RowActions({ device, onName }: { device: AppDevice; onName: () => void }) {
  const live = useLive();
  const names = groupNames(live.devices.known.get());
  return (
    <>
      <ContextMenu.Item
        className="menu-item"
        onClick={() => changeDevice(live, device, { favorite: !device.favorite })}
      >
        <Star aria-hidden size={14} /> {device.favorite ? 'Remove from favorites' : 'Add to favorites'}
      </ContextMenu.Item>
      {names.length > 0 && (
        <ContextMenu.SubmenuRoot>
          <ContextMenu.SubmenuTrigger className="menu-item">
            <FolderInput aria-hidden size={14} /> Move to group <ChevronRight aria-hidden size={14} />
          </ContextMenu.SubmenuTrigger>
          <ContextMenu.Portal>
            <ContextMenu.Positioner className="floating">
              <ContextMenu.Popup className="popup menu list-menu">
                <ContextMenu.RadioGroup
                  value={device.group}
                  onValueChange={(group: string) => changeDevice(live, device, { group })}
                >
                  {['', ...names].map((name) => (
                    <ContextMenu.RadioItem key={name} value={name} className="menu-item" closeOnClick>
                      <span className="menu-mark">
                        <ContextMenu.RadioItemIndicator>
                          <Check aria-hidden size={14} />
                        </ContextMenu.RadioItemIndicator>
                      </span>
                      <span className="ellipsis">{name || 'No group'}</span>
                    </ContextMenu.RadioItem>
                  ))}
                </ContextMenu.RadioGroup>
              </ContextMenu.Popup>
            </ContextMenu.Positioner>
          </ContextMenu.Portal>
        </ContextMenu.SubmenuRoot>
      )}
      <ContextMenu.Item className="menu-item" onClick={onName}>
        <FolderInput aria-hidden size={14} /> New group…
      </ContextMenu.Item>
    </>
  );
}
