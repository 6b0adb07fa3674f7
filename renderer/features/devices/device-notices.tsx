import { TriangleAlert } from 'lucide-react';
import { type AppDevice, COMPUTED_CHANNEL } from '../../../service/contract/index.ts';
import { Notice } from '../../components/notice.tsx';
import { isUncorrected } from '../../data/corrections/labels.ts';
import { channelName, channelReason } from '../../data/devices/channel-name.ts';
import type { DetachedDevice, DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName, periodOf, wayBack } from '../../data/devices/labels.ts';
import { formatAge, formatPeriod, formatTimestamp } from '../../data/format/numbers.ts';
import { capitalized } from '../../data/format/text.ts';
import { useLive, useReadable, useServiceNow } from '../../data/react.ts';
import { UserCalibrationNotice } from '../corrections/indicators/user-calibration.tsx';
import { ForgetDevice } from './forget-device.tsx';
import { useModeSwitch } from './mode/switch-mode.tsx';
import { SwitchNotice, switchHeadline } from './mode/switch-notice.tsx';
import { isAboutDevice, ProblemTexts, useProblems } from './problem-texts.tsx';

export function DeviceNotices({ record }: { record: DeviceRecord }) {
  const connection = useReadable(useLive().connection);
  const known = useModeSwitch(record.key);
  // The dialog reports the request itself. A device unplugged after a failed switch is an ordinary disconnect.
  const isEnded = known?.phase === 'asking' || (known?.phase === 'unchanged' && record.gone !== null);
  const change = isEnded ? undefined : known;
  // The window's banner reports an unreachable service.
  if (connection.state === 'unreachable') return null;
  return (
    <>
      <div className="device-notices">
        {change ? <SwitchNotice record={record} change={change} /> : noticeOf(record)}
        {!change && record.gone === null && <UserCalibrationNotice key={record.key} device={record.device} />}
      </div>
      {/* For screen readers, without the age: it would be announced twice a second. */}
      <output className="visually-hidden">{change ? switchHeadline(record, change) : headline(record)}</output>
    </>
  );
}

/** A short notice for screen readers; empty without a problem. */
function headline({ device, gone }: DeviceRecord): string {
  if (gone) return `${deviceName(device)} disconnected`;
  const { state } = device;
  if (device.family === 'computed') return state === 'measuring' ? '' : `${deviceName(device)}: no result`;
  if (state === 'silent') return `${deviceName(device)}: no data`;
  if (state === 'failing') return `${deviceName(device)}: no valid readings on any channel`;
  const failing = failingNames(device);
  return failing ? `${deviceName(device)}: no valid readings for ${failing}` : '';
}

function noticeOf({ device, gone }: DeviceRecord) {
  if (gone) return <Disconnected device={device} gone={gone} />;
  if (device.state === 'measuring') return null;
  if (device.family === 'computed') return <NoResult device={device} />;
  if (device.state === 'silent') return <Silent device={device} />;
  if (device.state === 'starting') {
    return (
      <Notice tone="info" title="Waiting for the first reading">
        <p>The first readings arrive after one sampling period ({formatPeriod(periodOf(device))}).</p>
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title="No valid readings on any channel">
      <p>The device responds but reports: {reasonsOf(device)}. Check the probe and its cable.</p>
    </Notice>
  );
}

function NoResult({ device }: { device: AppDevice }) {
  const reason = channelReason(device, COMPUTED_CHANNEL) || 'no valid reading of an input';
  if (device.state === 'starting') {
    return (
      <Notice tone="info" title="Waiting for the first result">
        <p>{sentence(reason)}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title="No result">
      <p>{sentence(reason)} The chart shows a gap until all inputs have valid readings.</p>
    </Notice>
  );
}

function Disconnected({ device, gone: { since, reason, isKnown } }: { device: AppDevice; gone: DetachedDevice }) {
  const problems = useProblems((problem) => isAboutDevice(problem, device.serial));
  return (
    <Notice
      tone="warning"
      title={`Disconnected since ${formatTimestamp(since)}`}
      actions={isKnown && <ForgetDevice device={device} />}
    >
      <p>
        {sentence(reason)} Earlier readings remain below. {wayBack(device)}
      </p>
      <ProblemTexts problems={problems} />
    </Notice>
  );
}

function Silent({ device }: { device: AppDevice }) {
  const now = useServiceNow();
  const since = device.last_reading === null ? '' : ` for ${formatAge(now - Date.parse(device.last_reading))}`;
  return (
    <Notice tone="warning" title={`No data${since}`}>
      <p>
        {device.family === 'usb'
          ? 'The device is connected but has stopped sending data. Mensura retries and reopens the connection. If no data arrives, unplug the device and plug it in again.'
          : 'The gateway lists this device but receives no data from it. Check its battery or power supply and its distance to the gateway.'}
      </p>
    </Notice>
  );
}

/** The failing channels, without the virtual and uncorrected ones: those fail with their source. */
function failingNames(device: AppDevice): string {
  const failing = Object.keys(device.reasons).filter(
    (label) => !device.product.channels[label]?.details.virtual && !isUncorrected(label),
  );
  return failing.map((label) => channelName(device, label)).join(', ');
}

/** Beside the name, because sensors fail for moments: a notice above the charts would move them each time. */
export function FailingChannels({ record: { device, gone } }: { record: DeviceRecord }) {
  const names = gone === null && device.state === 'measuring' ? failingNames(device) : '';
  return (
    <span className="failing-channels">
      {names && (
        <span
          className="badge warning"
          title={`The device reports: ${reasonsOf(device)}. The chart shows a gap until the sensor recovers.`}
        >
          <TriangleAlert aria-hidden size={12} />
          <span className="ellipsis">No valid readings: {names}</span>
        </span>
      )}
    </span>
  );
}

function reasonsOf({ reasons, product }: AppDevice): string {
  const real = Object.entries(reasons).filter(([label]) => !product.channels[label]?.details.virtual);
  return [...new Set(real.map(([, reason]) => reason))].join(', ') || 'no valid reading';
}

function sentence(reason: string): string {
  const text = capitalized(reason);
  return /[.]$/.test(text) ? text : `${text}.`;
}
