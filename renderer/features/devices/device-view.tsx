/** The selected device: header, what is wrong with it, its charts. */
import { useMemo, useState } from 'react';
import { channelsOf } from '../../data/devices/channels.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName } from '../../data/devices/words.ts';
import { formatValue } from '../../data/format/numbers.ts';
import { useLive } from '../../data/react.ts';
import { ChartStack, type FormatValue } from '../charts/index.ts';
import { chartChannels } from './chart-channels.ts';
import { DeviceHeader } from './device-header.tsx';
import { DeviceNotices } from './device-notices.tsx';
import { useWindowLength } from './window-length.tsx';

const format: FormatValue = (value, channel) => formatValue(value, channel);

export function DeviceView({ record }: { record: DeviceRecord }) {
  const live = useLive();
  const { device } = record;
  const [span, setSpan] = useWindowLength();
  const [paused, setPaused] = useState(false);
  // The same for all readings of a device: a new list would begin the charts anew.
  const { product, family, serial, simulated } = device;
  const order = device.device.channel_list.join();
  const channels = useMemo(
    () =>
      chartChannels({ family, serial, simulated }, channelsOf({ device: { channel_list: order.split(',') }, product })),
    [order, product, family, serial, simulated],
  );
  return (
    <article className="device-view" aria-label={deviceName(device)}>
      <DeviceHeader record={record} span={span} onSpanChange={setSpan} paused={paused} onPausedChange={setPaused} />
      <DeviceNotices record={record} />
      <ChartStack
        channels={channels}
        store={live.samples}
        span={span}
        paused={paused}
        onPausedChange={setPaused}
        formatValue={format}
        now={live.clock.now}
      />
    </article>
  );
}
