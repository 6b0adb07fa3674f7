/** What can be done with a channel, behind one small button: the row keeps its room for name and value. */
import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical, Pencil } from 'lucide-react';
import { memo, type RefObject, useRef } from 'react';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import { WatchItem } from '../../alarms/marks/watch-item.tsx';

export interface ChannelMenuProps {
  of: ChannelRef;
  /** What the user calls the channel. */
  name: string;
  /** Names the channel; undefined while that is not possible. */
  onName: (() => void) | undefined;
  /** The button that opens it: focus comes back to it when the name is given. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Not rendered for each reading: menus are costly, and there is one for each channel. */
export const ChannelMenu = memo(function ChannelMenu({ of, name, onName, opener }: ChannelMenuProps) {
  const naming = useRef(false);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (isOpen) naming.current = false;
      }}
    >
      <Menu.Trigger
        ref={opener}
        className="icon-button channel-fact-menu"
        aria-label={`Actions for ${name}`}
        title="Name, note, alarm rule"
      >
        <EllipsisVertical aria-hidden size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="floating">
          {/* The form takes the focus when it opens. */}
          <Menu.Popup className="popup menu" finalFocus={() => !naming.current}>
            {onName && (
              <Menu.Item
                className="menu-item"
                onClick={() => {
                  naming.current = true;
                  onName();
                }}
              >
                <Pencil aria-hidden size={14} /> Name and note
              </Menu.Item>
            )}
            <WatchItem of={of} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
});
