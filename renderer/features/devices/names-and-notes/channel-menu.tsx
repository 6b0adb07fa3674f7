import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical, Pencil } from 'lucide-react';
import { memo, type RefObject, useRef } from 'react';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import { SetAlarmItem } from '../../alarms/indicators/set-alarm-item.tsx';

export interface ChannelMenuProps {
  of: ChannelRef;
  /** The display name of the channel. */
  name: string;
  /** Opens the form for name and note; undefined while it cannot be changed. */
  onName: (() => void) | undefined;
  /** Opens the menu; gets the focus back from the form. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Memoized: there is one costly menu for each channel, and readings must not render it. */
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
        title="Channel actions"
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
                <Pencil aria-hidden size={14} /> Edit name and note…
              </Menu.Item>
            )}
            <SetAlarmItem of={of} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
});
