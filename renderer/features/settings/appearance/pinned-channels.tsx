import { X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { type ChannelRef, MAX_PINNED, parseChannelPath } from '../../../../service/contract/index.ts';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { deviceKey } from '../../../data/devices/key.ts';
import { deviceName } from '../../../data/devices/labels.ts';
import { channelName } from '../../../data/names/channel-name.ts';
import { useDevice, useLive, useReadable } from '../../../data/react.ts';
import { deviceRoute } from '../../devices/routes.ts';

export function PinnedChannels() {
  const { settings } = useLive();
  const pinned = useReadable(settings.all)?.pinned_channels ?? [];
  const { run, busy, failure } = useAction();
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = async (path: string): Promise<void> => {
    const answer = await run(() =>
      settings.change((present) => ({ pinned_channels: present.pinned_channels.filter((other) => other !== path) })),
    );
    if (!answer) return;
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
      <p role="alert" className="field-error">
        {failure?.message}
      </p>
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
  return (
    <li className="pinned-channel">
      <span className="pinned-name">
        {name}{' '}
        <span className="dim">
          {device ? <Link href={deviceRoute(device)}>{deviceName(device)}</Link> : 'disconnected'},{' '}
          <span className="mono">{serial}</span>
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
