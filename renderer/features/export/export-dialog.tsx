import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import type { ChannelRef } from '../../../service/contract/index.ts';
import type { ExportChoice } from '../../data/history/export-request.ts';
import { localCsvOptions } from '../../data/settings/csv-labels.ts';
import './export.css';
import { ExportForm } from './export-form.tsx';
import { ExportProgress } from './export-progress.tsx';
import { useExportJob } from './use-export-job.ts';

export interface ExportDialogProps {
  /** Initially selected. */
  channels: readonly ChannelRef[];
  /** Milliseconds since 1970; `to` exclusive. */
  from: number;
  to: number;
  onClose: () => void;
}

export function ExportDialog({ channels, from, to, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState<ExportChoice>(() => ({
    channels: channels.map(({ family, serial, channel }) => ({ family, serial, channel })),
    from,
    to,
    format: 'csv',
    layout: 'moments',
    csv: localCsvOptions(),
    isSplit: false,
  }));
  const job = useExportJob();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        {/* On the dialog: its first field, the channel search, appears only when the channels are known. */}
        <Dialog.Popup ref={popup} initialFocus={popup} className="popup dialog export-dialog">
          <Dialog.Title className="dialog-title">Export readings</Dialog.Title>
          {job.phase === 'choosing' ? (
            <ExportForm choice={choice} onChange={setChoice} onExport={job.start} />
          ) : (
            <ExportProgress job={job} onClose={onClose} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
