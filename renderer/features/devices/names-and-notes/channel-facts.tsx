import { Menu } from '@base-ui/react/menu';
import { EllipsisVertical, Pencil } from 'lucide-react';
import { memo, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { ChannelDefinition, ChannelRef } from '../../../../service/contract/index.ts';
import { closeForm } from '../../../components/close-form.ts';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { canCorrect } from '../../../data/corrections/labels.ts';
import {
  channelAlias,
  channelLabel,
  channelName,
  channelNote,
  channelReason,
} from '../../../data/devices/channel-name.ts';
import { channelsOf } from '../../../data/devices/channels.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { formatDayAndTime, NO_VALUE } from '../../../data/format/numbers.ts';
import { useDisplayUnits } from '../../../data/react.ts';
import { AlarmRuleBadge, ChannelAlarms, SetAlarmItem } from '../../alarms/indicators/channel-alarms.tsx';
import { CorrectedBadge, CorrectItem } from '../../corrections/indicators/corrected-channel.tsx';
import { UnitsMenu } from '../../units/units-menu.tsx';
import { usePatchDevice } from '../use-patch-device.ts';
import { MAX_ALIAS, MAX_NOTE, NameAndNoteForm } from './name-and-note-form.tsx';
import './naming.css';

interface ChannelMenuProps {
  of: ChannelRef;
  /** The display name of the channel. */
  name: string;
  /** Opens the form for name and note; undefined while it cannot be changed. */
  onName: (() => void) | undefined;
  isCorrectable: boolean;
  /** Opens the menu; gets the focus back from the form. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Memoized: there is one costly menu for each channel, and readings must not render it. */
const ChannelMenu = memo(function ChannelMenu(props: ChannelMenuProps) {
  const { of, name, onName, isCorrectable, opener } = props;
  const naming = useRef(false);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (isOpen) naming.current = false;
      }}
    >
      <Menu.Trigger
        ref={opener}
        className="icon-button channel-fact-menu"
        aria-label={`Actions for ${name}`}
        title="Channel actions"
      >
        <EllipsisVertical aria-hidden size={14} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="floating">
          {/* The form takes the focus when it opens. */}
          <Menu.Popup className="popup menu" finalFocus={() => !naming.current}>
            {onName && (
              <Menu.Item
                className="menu-item"
                onClick={() => {
                  naming.current = true;
                  onName();
                }}
              >
                <Pencil aria-hidden size={14} /> Edit name and note…
              </Menu.Item>
            )}
            <SetAlarmItem of={of} />
            {isCorrectable && <CorrectItem of={of} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
});

export interface ChannelFactsProps {
  record: DeviceRecord;
  /** Names cannot be changed at the moment. */
  fixed: boolean;
}

export function ChannelFacts({ record, fixed }: ChannelFactsProps) {
  const { device } = record;
  const channels = channelsOf(device);
  return (
    <section className="facts">
      <div className="channel-facts-head">
        <h3 className="facts-title">Channels</h3>
        <UnitsMenu units={channels.map(({ unit }) => unit)} />
      </div>
      <ul className="channel-facts">
        {channels.map((channel) => (
          <ChannelFact key={channel.label} record={record} channel={channel} fixed={fixed} />
        ))}
      </ul>
    </section>
  );
}

interface ChannelFactProps extends ChannelFactsProps {
  channel: ChannelDefinition;
}

function ChannelFact({ record, channel, fixed }: ChannelFactProps) {
  const { device } = record;
  const { label } = channel;
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const alias = channelAlias(device, label);
  const note = channelNote(device, label);
  const name = channelName(device, label);
  // Without an alias it is the name already.
  const own = alias && channelLabel(device, label);
  const { family, serial } = device;
  const channelRef = useMemo(() => ({ family, serial, channel: label }), [family, serial, label]);
  const edit = useCallback(() => setEditing(true), []);
  return (
    <li className="channel-fact">
      <div className="fact">
        <span className="channel-fact-name">
          <span className={alias ? undefined : 'dim'} title={label}>
            {name}
          </span>
          {channel.details.virtual && family !== 'computed' && (
            <span className="badge virtual" title="Computed from other channels">
              Virtual
            </span>
          )}
          <CorrectedBadge of={channelRef} />
          <AlarmRuleBadge of={channelRef} />
        </span>
        <ChannelValue record={record} channel={channel} />
        <ChannelMenu
          of={channelRef}
          name={name}
          onName={fixed ? undefined : edit}
          isCorrectable={canCorrect(device, channel)}
          opener={opener}
        />
      </div>
      <ChannelAlarms of={channelRef} />
      {alias && <p className="channel-fact-label mono dim">{label}</p>}
      {own && <p className="channel-fact-own dim">{own}</p>}
      {note && !editing && <p className="channel-fact-note dim">{note}</p>}
      {editing && (
        <ChannelForm
          record={record}
          channel={channel}
          fixed={fixed}
          onDone={() => closeForm(() => setEditing(false), opener)}
        />
      )}
    </li>
  );
}

interface ChannelValueProps {
  record: DeviceRecord;
  channel: ChannelDefinition;
}

function ChannelValue({ record: { device, gone }, channel: { label, unit } }: ChannelValueProps) {
  const shown = useDisplayUnits().of(unit);
  const precision = useDecimals()(device) ?? label;
  const value = (gone?.last ?? device.device.channels)[label]?.value ?? null;
  if (!value) {
    const reason = channelReason(device, label);
    return (
      <span className="channel-fact-reason dim ellipsis" title={reason}>
        {NO_VALUE} {reason}
      </span>
    );
  }
  return (
    <span
      className={gone ? 'channel-fact-value dim' : 'channel-fact-value'}
      title={gone ? `Last value, ${formatDayAndTime(Date.parse(value.timestamp))}` : undefined}
    >
      <span className="fact-value">{shown.format(value.magnitude, precision)}</span>{' '}
      <span className="unit">{shown.unit}</span>
    </span>
  );
}

interface ChannelFormProps extends ChannelFactProps {
  onDone: () => void;
}

function ChannelForm({ record: { device }, channel: { label, description }, fixed, onDone }: ChannelFormProps) {
  const { patch, busy, error } = usePatchDevice(device);
  const before = { alias: channelAlias(device, label), note: channelNote(device, label) };
  const save = async ({ alias = '', note = '' }: Record<string, string>): Promise<boolean> => {
    if (alias === before.alias && note === before.note) return true;
    return patch({ channels: { [label]: { alias, note } } });
  };
  return (
    <NameAndNoteForm
      fields={[
        {
          name: 'alias',
          label: `Display name for ${label}`,
          value: before.alias,
          maxLength: MAX_ALIAS,
          placeholder: channelLabel(device, label) || description,
        },
        { name: 'note', label: 'Note', value: before.note, maxLength: MAX_NOTE, lines: 3 },
      ]}
      fixed={fixed}
      busy={busy}
      error={error}
      onSave={save}
      onDone={onDone}
    />
  );
}
