import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import {
  type ChannelRef,
  conversionsOf,
  DISPLAY_UNITS,
  deviceKey,
  MAX_PINNED,
  parseChannelPath,
} from '../../../service/contract/index.ts';
import { chooseTheme, THEME_CHOICES, THEME_TEXT, themeChoice } from '../../app/theme.ts';
import { useAction } from '../../components/config-editor/use-action.ts';
import { FieldError } from '../../components/form/field.tsx';
import { SegmentedControl } from '../../components/segmented-control.tsx';
import { channelName } from '../../data/devices/channel-name.ts';
import { channelsOf } from '../../data/devices/channels.ts';
import { COMPUTED_FAMILY, deviceName } from '../../data/devices/labels.ts';
import { useDevice, useLive, useReadable } from '../../data/react.ts';
import { deviceRoute } from '../devices/routes.ts';
import { UnitsForm } from '../units/units-menu.tsx';
import { Section } from './section.tsx';

export function AppearanceSection() {
  return (
    <Section id="appearance">
      <Theme />
      <Units />
      <PinnedChannels />
    </Section>
  );
}

function Theme() {
  const choice = useReadable(themeChoice);
  return (
    <div className="form-group">
      <h3>Theme</h3>
      <div>
        <SegmentedControl
          label="Theme"
          options={THEME_CHOICES.map((value) => ({ value, word: THEME_TEXT[value] }))}
          value={choice}
          onChange={chooseTheme}
        />
      </div>
      <p className="form-hint">
        Applies immediately, and not in other browsers. Also in the bar on the left. Default: System.
      </p>
    </div>
  );
}

/** Units of connected devices, and units with a choice. */
function useUnitsInUse(): string[] {
  const { devices, settings } = useLive();
  const records = useReadable(devices.list);
  const chosen = Object.keys(useReadable(settings.all)?.display_units ?? {});
  const measured = records.flatMap(({ device }) => channelsOf(device).map(({ unit }) => unit));
  return [...new Set([...measured, ...chosen])].filter((unit) => conversionsOf(unit).length > 0);
}

function Units() {
  const [isAll, setAll] = useState(false);
  const used = useUnitsInUse();
  const all = Object.keys(DISPLAY_UNITS);
  const shown = isAll ? all : used;
  return (
    <div className="form-group settings-units">
      <h3>Units</h3>
      <p className="form-hint">Display units do not change stored data or the API.</p>
      {shown.length > 0 ? (
        <div className="settings-units-form">
          <UnitsForm units={shown} />
        </div>
      ) : (
        <p className="dim">No connected device has alternative units.</p>
      )}
      <div>
        <button type="button" className="button" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show only units in use' : 'Show all units'}
        </button>
      </div>
    </div>
  );
}

function PinnedChannels() {
  const { settings } = useLive();
  const pinned = useReadable(settings.all)?.pinned_channels ?? [];
  const { run, busy, failure } = useAction();
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = async (path: string): Promise<void> => {
    const saved = await run(() =>
      settings.change((present) => ({ pinned_channels: present.pinned_channels.filter((other) => other !== path) })),
    );
    if (!saved) return;
    heading.current?.focus();
  };
  return (
    <div className="form-group">
      <h3 ref={heading} tabIndex={-1}>
        Pinned channels
      </h3>
      {pinned.length > 0 && (
        <ul className="pinned-list">
          {pinned.map((path) => {
            const ref = parseChannelPath(path);
            return ref && <PinnedChannel key={path} channel={ref} busy={busy} onRemove={() => void remove(path)} />;
          })}
        </ul>
      )}
      <FieldError text={failure?.message} />
      <p className="form-hint">
        {pinned.length === 0 ? 'No pinned channels. ' : `${pinned.length} of ${MAX_PINNED} pinned. `}
        The tray menu of the desktop app shows their latest readings. Pin a channel from the menu beside a device’s
        charts.
      </p>
    </div>
  );
}

interface PinnedChannelProps {
  channel: ChannelRef;
  busy: boolean;
  onRemove: () => void;
}

function PinnedChannel({ channel: { family, serial, channel }, busy, onRemove }: PinnedChannelProps) {
  const device = useDevice(deviceKey({ family, serial }))?.device;
  const name = device ? channelName(device, channel) : channel;
  const isComputed = family === 'computed';
  return (
    <li className="pinned-channel">
      <span className="pinned-name">
        {name}{' '}
        <span className="dim">
          {device ? (
            <Link href={deviceRoute(device)}>{isComputed ? COMPUTED_FAMILY : deviceName(device)}</Link>
          ) : (
            'disconnected'
          )}
          {!isComputed && (
            <>
              , <span className="mono">{serial}</span>
            </>
          )}
        </span>
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Unpin ${name} of ${serial}`}
        title="Unpin"
        disabled={busy}
        onClick={onRemove}
      >
        <X aria-hidden size={15} />
      </button>
    </li>
  );
}
