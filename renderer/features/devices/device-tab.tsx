import type { AppDevice } from '../../../service/contract/index.ts';
import { Fact, FactGroup } from '../../components/facts.tsx';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { deviceName, MODE_WORDS, periodOf } from '../../data/devices/words.ts';
import { formatCount, formatPeriod, formatPreciseTime } from '../../data/format/numbers.ts';
import { ownMember } from '../../data/own-member.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { ModeChip } from './mode/mode-chip.tsx';
import { SwitchMode } from './mode/switch-mode.tsx';
import { ChannelFacts } from './naming/channel-facts.tsx';
import { NoteText } from './naming/note-text.tsx';
import { OtherPlaces } from './other-places.tsx';

export function DeviceTab({ record }: { record: DeviceRecord }) {
  const { device } = record;
  const connection = useReadable(useLive().connection);
  const fixed = record.gone !== null || connection.state !== 'live';
  return (
    <>
      <div>
        <Identity device={device} />
        <NoteText key={record.key} device={device} fixed={fixed} />
      </div>
      <div className="connections">
        <ConnectionFacts record={record} />
        <OtherPlaces device={device} />
        <SwitchMode key={record.key} record={record} />
      </div>
      <Sampling device={device} />
      <ChannelFacts key={record.key} device={device} fixed={fixed} />
    </>
  );
}

function Identity({ device }: { device: AppDevice }) {
  const { info, model } = device.device;
  const { firmware_version_major: major, firmware_version_minor: minor } = info;
  return (
    <FactGroup>
      <Fact name="Name">{deviceName(device)}</Fact>
      <Fact name="Serial number" mono>
        {device.serial}
      </Fact>
      <Fact name="Model" mono>
        {model}
      </Fact>
      <Fact name="Vendor">{info.vendor}</Fact>
      <Fact name="Firmware">{major === 0 && minor === 0 ? 'Unknown' : `${major}.${minor}`}</Fact>
      {device.simulated && <Fact name="Simulated">Yes (not real data)</Fact>}
    </FactGroup>
  );
}

const PROTOCOL_WORDS: Readonly<Record<string, string>> = MODE_WORDS;

function ConnectionFacts({ record: { device, gone } }: { record: DeviceRecord }) {
  const { gateway, usb, vcp } = device.device.connections;
  const protocols = Object.entries(device.device.config.protocol).filter(([, enabled]) => enabled);
  return (
    <FactGroup title="Connections">
      {gone === null && device.protocol && (
        <Fact name="Mode">
          <ModeChip device={device} mode={device.protocol} />
        </Fact>
      )}
      {gateway && (
        <Fact name="Gateway" mono>
          <bdi>{gateway.gateway_serial}</bdi>, node {gateway.node_id}
        </Fact>
      )}
      {vcp && (
        <Fact name="Serial port" mono>
          {vcp.port}
        </Fact>
      )}
      {usb && (
        <>
          <Fact name="USB" mono>
            Bus {usb.bus}, address {usb.address}
          </Fact>
          <Fact name="USB ID" mono>
            {usb.vendor_id}:{usb.product_id}
          </Fact>
        </>
      )}
      <Fact name="Protocols">
        {protocols.map(([name]) => ownMember(PROTOCOL_WORDS, name) ?? name).join(', ') || 'Unknown'}
      </Fact>
    </FactGroup>
  );
}

function Sampling({ device }: { device: AppDevice }) {
  const { samplings, rejected } = device.counters;
  return (
    <FactGroup title="Sampling">
      <Fact name="Sampling period">{formatPeriod(periodOf(device))}</Fact>
      <Fact name="Last reading">
        {device.last_reading === null ? 'None yet' : formatPreciseTime(Date.parse(device.last_reading))}
      </Fact>
      <Fact name="Missed readings">
        {formatCount(rejected)} of {formatCount(samplings + rejected)}
      </Fact>
    </FactGroup>
  );
}
