import { useMemo, useRef, useState } from 'react';
import { channelsOf } from '../../data/devices/channels.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/labels.ts';
import { channelName } from '../../data/names/channel-name.ts';
import { useLive } from '../../data/react.ts';
import { useDisplayUnits } from '../../data/units/use-display-units.ts';
import { ChartStack } from '../charts/chart-stack.tsx';
import { type ChartActions } from '../charts/types.ts';
import { chartChannels } from './chart-channels.ts';
import { ChartMenu } from './chart-menu.tsx';
import { DeviceHeader } from './device-header.tsx';
import { DeviceNotices } from './device-notices.tsx';
import { useWindowLength } from './time-window-select.tsx';
import { useChartExport } from './use-chart-export.tsx';

export function DeviceView({ record }: { record: DeviceRecord }) {
  const live = useLive();
  const { device } = record;
  const length = useWindowLength();
  const [paused, setPaused] = useState(false);
  const units = useDisplayUnits();
  const charts = useRef<ChartActions>(null);
  // Stable across readings: a new list would create the charts again.
  const { product, family, serial, simulated } = device;
  const order = device.device.channel_list.join();
  const names = JSON.stringify(device.device.channel_list.map((label) => channelName(device, label)));
  const channels = useMemo(() => {
    const definitions = channelsOf({ device: { channel_list: order.split(',') }, product });
    const known = new Map(order.split(',').map((label, index) => [label, (JSON.parse(names) as string[])[index]]));
    return chartChannels({ family, serial, simulated }, definitions, (label) => known.get(label) ?? label);
  }, [order, product, family, serial, simulated, names]);
  const exporting = useChartExport(channels, charts);
  return (
    <article className="device-view" aria-label={deviceName(device)}>
      <DeviceHeader
        record={record}
        length={length}
        paused={paused}
        onPausedChange={setPaused}
        menu={<ChartMenu charts={charts} channels={channels} onExport={exporting.openShown} />}
      />
      <DeviceNotices record={record} />
      <ChartStack
        channels={channels}
        store={live.samples}
        past={live.past}
        span={length.span}
        paused={paused}
        onPausedChange={setPaused}
        onLengthChange={length.setShownMs}
        units={units}
        now={live.clock.now}
        title={`${deviceName(device)} (${serial})`}
        actions={charts}
        onExport={exporting.open}
      />
      {exporting.dialog}
    </article>
  );
}
