import { Tabs } from '@base-ui/react/tabs';
import { Copy } from 'lucide-react';
import { serviceAddress } from '../../app/address.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { deviceCurlCommand } from '../../data/api/device-curl-command.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { DeviceTab } from './device-tab.tsx';
import { ProductTab } from './product-tab.tsx';

export function DeviceDetails({ record }: { record: DeviceRecord }) {
  const { device } = record;
  return (
    <div className="details">
      <Tabs.Root defaultValue="device" className="details-tabs">
        <Tabs.List className="tabs" aria-label="Device details">
          <Tabs.Tab value="device" className="tab" data-word="Device">
            Device
          </Tabs.Tab>
          <Tabs.Tab value="product" className="tab" data-word="Product">
            Product
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="device" className="tab-panel">
          <DeviceTab record={record} />
        </Tabs.Panel>
        <Tabs.Panel value="product" className="tab-panel">
          <ProductTab device={device} />
        </Tabs.Panel>
      </Tabs.Root>
      <div className="details-foot">
        <CopyButton
          text={deviceCurlCommand(serviceAddress(), device)}
          what="the request for the readings of this device"
          label="Copy as curl"
          icon={<Copy aria-hidden size={14} />}
        />
      </div>
    </div>
  );
}
