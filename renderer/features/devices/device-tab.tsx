import type { AppDevice } from '../../../service/contract/index.ts';
import { LazyContent } from '../../app/lazy-content.tsx';
import { DetailGroup, DetailRow } from '../../components/facts.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName, MODE_WORDS, periodOf } from '../../data/devices/labels.ts';
import { formatCount, formatDayAndTime, formatPeriod, formatPreciseTime } from '../../data/format/numbers.ts';
import { getOwn } from '../../data/get-own.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { COMPUTED_PARTS } from '../computed/computed-pages.ts';
import { UserCalibrationText } from '../corrections/indicators/user-calibration.tsx';
import { editGroupOf } from './groups/group-dialogs.tsx';
import { ModeChip } from './mode/mode-chip.tsx';
import { SwitchMode } from './mode/switch-mode.tsx';
import { ChannelFacts } from './names-and-notes/channel-facts.tsx';
import { NoteText } from './names-and-notes/note-text.tsx';
import { OtherConnections } from './other-connections.tsx';
import { SeaLevelPressure } from './sea-level-pressure.tsx';

/** Whether the user's settings of a device cannot be changed at the moment. */
function useFixed({ gone }: DeviceRecord): boolean {
  const connection = useReadable(useLive().connection);
  const isKnown = gone === null || gone.isKnown;
  return !isKnown || connection.state !== 'live';
}

/** A computed channel has no hardware: its definition is shown instead. */
export function ComputedTab({ record }: { record: DeviceRecord }) {
  const { device } = record;
  const fixed = useFixed(record);
  return (
    <>
      <LazyContent page={COMPUTED_PARTS.facts} />
      <div>
        <DetailGroup>
          <Group device={device} fixed={fixed} />
          <DetailRow name="Latest result">
            {device.last_reading === null ? 'None yet' : formatPreciseTime(Date.parse(device.last_reading))}
          </DetailRow>
        </DetailGroup>
        <NoteText key={record.key} device={device} fixed={fixed} />
      </div>
      <ChannelFacts key={record.key} record={record} fixed={fixed} />
    </>
  );
}

export function DeviceTab({ record }: { record: DeviceRecord }) {
  const { device } = record;
  const fixed = useFixed(record);
  return (
    <>
      <div>
        <Identity device={device} fixed={fixed} />
        <UserCalibrationText device={device} />
        <NoteText key={record.key} device={device} fixed={fixed} />
      </div>
      <div className="connections">
        <ConnectionFacts record={record} />
        <OtherConnections device={device} />
        <SwitchMode key={record.key} record={record} />
      </div>
      <Sampling record={record} />
      {Object.hasOwn(device.product.channels, 'altitude') && (
        <SeaLevelPressure key={record.key} device={device} fixed={fixed} />
      )}
      <ChannelFacts key={record.key} record={record} fixed={fixed} />
    </>
  );
}

function Group({ device, fixed }: { device: AppDevice; fixed: boolean }) {
  return (
    <DetailRow name="Group">
      {device.group || 'None'}{' '}
      {!fixed && (
        <button
          type="button"
          className="link-button"
          aria-label={`Change group of ${deviceName(device)}`}
          onClick={() => editGroupOf(device)}
        >
          Change…
        </button>
      )}
    </DetailRow>
  );
}

function Identity({ device, fixed }: { device: AppDevice; fixed: boolean }) {
  const { info, model } = device.device;
  const { firmware_version_major: major, firmware_version_minor: minor } = info;
  return (
    <DetailGroup>
      <DetailRow name="Name">{deviceName(device)}</DetailRow>
      <Group device={device} fixed={fixed} />
      <DetailRow name="Serial number" mono>
        {device.serial}
      </DetailRow>
      <DetailRow name="Product" mono>
        {model}
      </DetailRow>
      <DetailRow name="Vendor">{info.vendor}</DetailRow>
      <DetailRow name="Firmware">{major === 0 && minor === 0 ? 'Unknown' : `${major}.${minor}`}</DetailRow>
      {device.simulated && <DetailRow name="Simulated">Yes (generated readings)</DetailRow>}
    </DetailGroup>
  );
}

const PROTOCOL_TEXT: Readonly<Record<string, string>> = MODE_WORDS;

function ConnectionFacts({ record: { device, gone } }: { record: DeviceRecord }) {
  const { gateway, usb, vcp } = device.device.connections;
  const protocols = Object.entries(device.device.config.protocol).filter(([, enabled]) => enabled);
  return (
    <DetailGroup title="Connections">
      {gone === null && device.protocol && (
        <DetailRow name="Mode">
          <ModeChip device={device} mode={device.protocol} />
        </DetailRow>
      )}
      {gateway && (
        <DetailRow name="Gateway" mono>
          <bdi>{gateway.gateway_serial}</bdi>, node {gateway.node_id}
        </DetailRow>
      )}
      {vcp && (
        <DetailRow name="Serial port" mono>
          {vcp.port}
        </DetailRow>
      )}
      {usb && (
        <>
          <DetailRow name="USB" mono>
            Bus {usb.bus}, address {usb.address}
          </DetailRow>
          <DetailRow name="USB ID" mono>
            {usb.vendor_id}:{usb.product_id}
          </DetailRow>
        </>
      )}
      <DetailRow name="Protocols">
        {protocols.map(([name]) => getOwn(PROTOCOL_TEXT, name) ?? name).join(', ') || 'Unknown'}
      </DetailRow>
    </DetailGroup>
  );
}

function Sampling({ record: { device, gone } }: { record: DeviceRecord }) {
  const { samplings, rejected } = device.counters;
  return (
    <DetailGroup title="Sampling">
      <DetailRow name="Sampling period">{formatPeriod(periodOf(device))}</DetailRow>
      <DetailRow name="Latest reading">
        {device.last_reading === null ? 'None yet' : formatPreciseTime(Date.parse(device.last_reading))}
      </DetailRow>
      {gone && <DetailRow name="Last seen">{formatDayAndTime(gone.since)}</DetailRow>}
      {gone?.isKnown !== true && (
        <DetailRow
          name={
            <span title={device.protocol === 'usb' ? 'Missing or invalid replies' : 'Invalid lines'}>
              Missed readings
            </span>
          }
        >
          {formatCount(rejected)} of {formatCount(samplings + rejected)}
        </DetailRow>
      )}
    </DetailGroup>
  );
}
