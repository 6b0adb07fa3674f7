import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AppDevice, StoredChannel } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { FieldError } from '../../../components/form/field.tsx';
import { Modal } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { channelName, storedChannelName } from '../../../data/devices/channel-name.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { formatCount, formatDayAndMinute } from '../../../data/format/numbers.ts';
import { deleteDeviceHistory } from '../../../data/history/requests.ts';
import type { StoredDevice } from '../../../data/history/stored-devices.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { RequestError } from '../../../data/requests.ts';
import { sectionRoute } from '../../settings/routes.ts';
import { StoredDeviceRow, storedDeviceName } from './stored-device-row.tsx';

const FIRST_DEVICES = 50;

export interface StoredDevicesSectionProps {
  /** Undefined while unknown. */
  devices: readonly StoredDevice[] | undefined;
  failure: RequestError | null;
  /** The service is unreachable. */
  fixed: boolean;
  onExport: (channels: readonly StoredChannel[]) => void;
  onChanged: () => void;
}

export function StoredDevicesSection({ devices, failure, fixed, onExport, onChanged }: StoredDevicesSectionProps) {
  const records = useReadable(useLive().devices.list);
  const [isWhole, setWhole] = useState(false);
  const [deleting, setDeleting] = useState<StoredDevice | null>(null);
  const attached = new Map(records.map((record) => [record.key, record.device]));
  const shown = isWhole ? devices : devices?.slice(0, FIRST_DEVICES);
  const more = (devices?.length ?? 0) - (shown?.length ?? 0);
  return (
    <section className="history-card" aria-labelledby="history-kept">
      <h2 id="history-kept">
        Devices {devices && devices.length > 0 && <span className="badge">{formatCount(devices.length)}</span>}
      </h2>
      {failure && (
        <Notice tone="warning" title="Cannot list the devices with stored readings">
          <p>{failure.message}</p>
        </Notice>
      )}
      {devices?.length === 0 && <NothingStored records={records} />}
      {shown && shown.length > 0 && (
        <ul className="kept-devices">
          {shown.map((stored) => (
            <StoredDeviceRow
              key={stored.key}
              stored={stored}
              device={attached.get(stored.key)}
              fixed={fixed}
              onExport={() => onExport(stored.channels)}
              onDelete={() => setDeleting(stored)}
            />
          ))}
        </ul>
      )}
      {more > 0 && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          Show {formatCount(more)} more
        </button>
      )}
      {deleting && (
        <DeleteDialog
          stored={deleting}
          device={attached.get(deleting.key)}
          onClose={() => setDeleting(null)}
          onDeleted={onChanged}
        />
      )}
    </section>
  );
}

function NothingStored({ records }: { records: readonly DeviceRecord[] }) {
  const settings = useReadable(useLive().settings.all);
  const isEmpty = records.length === 0;
  const isInvented = !isEmpty && records.every(({ device }) => device.simulated);
  if (isInvented && !settings?.simulate_publish) {
    return (
      <p className="dim">
        No stored readings yet. Only simulated devices are connected, and their readings are not stored. To store them,
        turn on “Store and publish simulated readings” in the <Link href={sectionRoute('simulated')}>settings</Link>.
      </p>
    );
  }
  if (!isEmpty) return <p className="dim">No stored readings yet. They appear here automatically.</p>;
  return (
    <p className="dim">
      No stored readings yet. <Link href="/devices">Connect a device</Link> to store its readings.
    </p>
  );
}

interface DeleteDialogProps {
  stored: StoredDevice;
  /** Undefined if disconnected. */
  device: AppDevice | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ stored, device, onClose, onDeleted }: DeleteDialogProps) {
  const live = useLive();
  const { run, busy, failure } = useAction();
  const name = storedDeviceName(stored, device);
  const deleteHistory = async (): Promise<void> => {
    if (!(await run(() => deleteDeviceHistory(stored)))) return;
    live.past.discardDevice(stored);
    live.samples.removeDevice(stored.key);
    showToast({ title: `Deleted the history of ${name} (${stored.serial})` });
    onDeleted();
    onClose();
  };
  return (
    <Modal isQuestion onClose={() => !busy && onClose()} title={`Delete the history of ${name}?`}>
      <Dialog.Description className="dim">
        All readings of {name} ({stored.serial}) from {formatDayAndMinute(stored.first)} to{' '}
        {formatDayAndMinute(stored.last)} are deleted, including minute and hour aggregates. Exported files and
        published messages are not affected. This cannot be undone.
      </Dialog.Description>
      <p>
        {stored.channels
          .map((each) => (device ? channelName(device, each.channel) : storedChannelName(each)))
          .join(', ')}
      </p>
      {device && <p className="dim">This device is connected. New readings are still stored.</p>}
      <FieldError text={failure?.message} />
      <div className="dialog-actions">
        <Dialog.Close className="button" disabled={busy}>
          Cancel
        </Dialog.Close>
        <button type="button" className="button danger" disabled={busy} onClick={() => void deleteHistory()}>
          {busy ? 'Deleting…' : 'Delete history'}
        </button>
      </div>
    </Modal>
  );
}
