/** The selected device: header, what is wrong with it, its charts. */
import { useMemo, useState } from 'react';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
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
  const { product } = record.device;
  const [windowMs, setWindowMs] = useWindowLength();
  const [paused, setPaused] = useState(false);
  const channels = useMemo(() => chartChannels(Object.values(product.channels)), [product]);
  return (
    <main className="device-view">
      <DeviceHeader
        record={record}
        windowMs={windowMs}
        onWindowChange={setWindowMs}
        paused={paused}
        onPausedChange={setPaused}
      />
      <DeviceNotices record={record} />
      <ChartStack
        deviceKey={record.key}
        channels={channels}
        store={live.samples}
        windowMs={windowMs}
        paused={paused}
        onPausedChange={setPaused}
        formatValue={format}
      />
    </main>
  );
}
