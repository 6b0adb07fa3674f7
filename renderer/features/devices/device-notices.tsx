/** What is out of the ordinary with the device shown: since when, why, and what to do. */

import type { AppDevice } from '../../../service/contract/index.ts';
import { Notice } from '../../components/notice.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName, periodOf, wayBack } from '../../data/devices/words.ts';
import { formatAge, formatMoment, formatPeriod } from '../../data/format/numbers.ts';
import { channelName } from '../../data/names/index.ts';
import { useLive, useReadable, useServiceNow } from '../../data/react.ts';
import { concerns } from './concerns.ts';
import { SwitchNotice, switchHeadline } from './mode/switch-notice.tsx';
import { useModeSwitch } from './mode/use-mode-switch.ts';
import { TroubleTexts, useTroubles } from './trouble-texts.tsx';

export function DeviceNotices({ record }: { record: DeviceRecord }) {
  const connection = useReadable(useLive().connection);
  const known = useModeSwitch(record.key);
  // Asking is the dialog's; one that did not take the switch and was unplugged then is gone like any other.
  const isOver = known?.phase === 'asking' || (known?.phase === 'unchanged' && record.gone !== null);
  const change = isOver ? undefined : known;
  // While the service is away, the window says so for everything.
  if (connection.state === 'unreachable') return null;
  return (
    <>
      <div className="device-notices">
        {change ? <SwitchNotice record={record} change={change} /> : noticeOf(record)}
      </div>
      {/* For screen readers, once for each change: an age that counts on would be read out twice a second. */}
      <output className="visually-hidden">{change ? switchHeadline(record, change) : headline(record)}</output>
    </>
  );
}

/** What has happened, in a few words; empty while all is well. */
function headline({ device, gone }: DeviceRecord): string {
  if (gone) return `${deviceName(device)} disconnected`;
  const { state } = device;
  if (state === 'silent') return `${deviceName(device)}: no data`;
  if (state === 'failing') return `${deviceName(device)}: ${NO_CHANNEL}`;
  const failing = failingNames(device);
  return failing ? `${deviceName(device)}, ${failing}: no valid reading` : '';
}

const NO_CHANNEL = 'No channel gives a valid reading';

function noticeOf({ device, gone }: DeviceRecord) {
  if (gone) return <Gone device={device} since={gone.since} reason={gone.reason} />;
  if (device.state === 'silent') return <Silent device={device} />;
  if (device.state === 'measuring') return <SomeFailing device={device} />;
  if (device.state === 'starting') {
    return (
      <Notice tone="info" title="It has not sampled yet">
        <p>The first values come after one sampling period, which is {formatPeriod(periodOf(device))}.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={NO_CHANNEL}>
      <p>The instrument answers, but reports: {reasonsOf(device)}. Check its probe and the probe’s cable.</p>
    </Notice>
  );
}

interface GoneProps {
  device: AppDevice;
  since: number;
  reason: string;
}

function Gone({ device, since, reason }: GoneProps) {
  const troubles = useTroubles((trouble) => concerns(trouble, device.serial));
  return (
    <Notice tone="warning" title={`Disconnected since ${formatMoment(since)}`}>
      <p>
        {sentence(reason)} Earlier readings remain below. {wayBack(device)}
      </p>
      <TroubleTexts troubles={troubles} />
    </Notice>
  );
}

function Silent({ device }: { device: AppDevice }) {
  const now = useServiceNow();
  const since = device.last_reading === null ? '' : `, ${formatAge(now - Date.parse(device.last_reading))}`;
  return (
    <Notice tone="warning" title={`No data${since}`}>
      <p>
        {device.family === 'usb'
          ? 'It is attached, but has stopped sending. The service goes on trying and opens it anew after a while. If nothing comes, unplug it and plug it in again.'
          : 'Its gateway knows it, but nothing comes from it. Check its battery or power, and whether it is within reach of the gateway.'}
      </p>
    </Notice>
  );
}

/** The channels that fail. Computed ones fail with the sensor they need: naming the sensor says it all. */
function failingNames(device: AppDevice): string {
  const failing = Object.keys(device.reasons).filter((label) => !device.product.channels[label]?.details.virtual);
  return failing.map((label) => channelName(device, label)).join(', ');
}

function SomeFailing({ device }: { device: AppDevice }) {
  const names = failingNames(device);
  if (!names) return null;
  return (
    <Notice tone="warning" title={`${names}: no valid reading`}>
      <p>The instrument reports: {reasonsOf(device)}. The chart has a gap there until the sensor recovers.</p>
    </Notice>
  );
}

function reasonsOf({ reasons, product }: AppDevice): string {
  const real = Object.entries(reasons).filter(([label]) => !product.channels[label]?.details.virtual);
  return [...new Set(real.map(([, reason]) => reason))].join(', ') || 'no valid reading';
}

/** A reason as a sentence of its own. */
function sentence(reason: string): string {
  const text = reason.charAt(0).toLocaleUpperCase() + reason.slice(1);
  return /[.]$/.test(text) ? text : `${text}.`;
}
