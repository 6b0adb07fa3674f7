import { Menu } from '@base-ui/react/menu';
import { ArrowUpDown, Check } from 'lucide-react';
import { useState } from 'react';
import { DEVICE_ORDERS, type DeviceOrder } from '../../data/devices/sorting.ts';
import { readPreference, writePreference } from '../../data/preferences.ts';

const PREFERENCE = 'device-order';

/** The order of the list; the choice is remembered. */
export function useDeviceOrder(): [order: DeviceOrder, choose: (order: DeviceOrder) => void] {
  const [order, setOrder] = useState<DeviceOrder>(
    () => DEVICE_ORDERS.find(({ value }) => value === readPreference(PREFERENCE))?.value ?? 'connection',
  );
  const choose = (chosen: DeviceOrder): void => {
    setOrder(chosen);
    writePreference(PREFERENCE, chosen);
  };
  return [order, choose];
}

export function OrderMenu({ order, onChange }: { order: DeviceOrder; onChange: (order: DeviceOrder) => void }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="icon-button device-order" aria-label="Sort devices" title="Sort devices">
        <ArrowUpDown aria-hidden size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="floating">
          <Menu.Popup className="popup menu">
            <Menu.RadioGroup value={order} onValueChange={onChange}>
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
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
