import { Menu } from '@base-ui/react/menu';
import { Check, ListFilter, Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { DEVICE_ORDERS } from '../../data/devices/sorting.ts';
import { useReadable } from '../../data/react.ts';
import { NEW_COMPUTED_ROUTE } from '../computed/routes.ts';
import { chooseOrder, compactRows, deviceOrder, setCollapsed, setCompactRows } from './list-preferences.ts';

/** Order and density of the list, and what can be added to it. @param groupKeys the groups that can be collapsed */
export function ListMenu({ groupKeys }: { groupKeys: readonly string[] }) {
  const { by } = useReadable(deviceOrder);
  const isCompact = useReadable(compactRows);
  const [, navigate] = useLocation();
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="icon-button device-order" aria-label="List options" title="List options">
        <ListFilter aria-hidden size={15} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="floating">
          <Menu.Popup className="popup menu list-menu">
            <Menu.RadioGroup value={by} onValueChange={chooseOrder} aria-label="Sort devices">
              {DEVICE_ORDERS.map(({ value, word }) => (
                <Menu.RadioItem key={value} value={value} className="menu-item" closeOnClick>
                  <span className="menu-mark">
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden size={14} />
                    </Menu.RadioItemIndicator>
                  </span>
                  {word}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            {by === 'value' && (
              <Menu.Item className="menu-item" onClick={() => chooseOrder(by)}>
                <span className="menu-mark" /> Sort by current values
              </Menu.Item>
            )}
            <Menu.Separator className="menu-separator" />
            <Menu.CheckboxItem className="menu-item" checked={isCompact} onCheckedChange={setCompactRows} closeOnClick>
              <span className="menu-mark">
                <Menu.CheckboxItemIndicator>
                  <Check aria-hidden size={14} />
                </Menu.CheckboxItemIndicator>
              </span>
              Compact rows
            </Menu.CheckboxItem>
            {groupKeys.length > 1 && (
              <>
                <Menu.Separator className="menu-separator" />
                <Menu.Item className="menu-item" onClick={() => setCollapsed(groupKeys, true)}>
                  <span className="menu-mark" /> Collapse all groups
                </Menu.Item>
                <Menu.Item className="menu-item" onClick={() => setCollapsed(groupKeys, false)}>
                  <span className="menu-mark" /> Expand all groups
                </Menu.Item>
              </>
            )}
            <Menu.Separator className="menu-separator" />
            <Menu.Item className="menu-item" onClick={() => navigate(NEW_COMPUTED_ROUTE)}>
              <span className="menu-mark">
                <Plus aria-hidden size={14} />
              </span>
              Add computed channel
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
