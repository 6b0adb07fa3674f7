import { Dialog } from '@base-ui/react/dialog';
import { Expand, X } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import './full-screen-values.css';
import { ValueTile } from './value-tile.tsx';
import { holdWakeLock } from './wake-lock.ts';

export interface BigViewProps {
  shown: readonly SelectableChannel[];
  onClose: () => void;
}

/** At least as many columns as rows. */
function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(count));
}

export function FullScreenValues({ shown, onClose }: BigViewProps) {
  useEffect(holdWakeLock, []);
  useEffect(() => leaveFullScreen, []);
  const [problem, setError] = useState('');
  const enter = (): void => {
    document.documentElement.requestFullscreen().catch(() => {
      setError('Full screen is not available here. Try the browser’s full-screen key, usually F11.');
    });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="big-view" style={{ '--columns': columnsFor(shown.length) } as CSSProperties}>
          <Dialog.Title className="visually-hidden">Big view</Dialog.Title>
          <div className="big-bar">
            <button type="button" className="button" onClick={enter}>
              <Expand aria-hidden size={14} /> Full screen
            </button>
            <Dialog.Close className="button">
              <X aria-hidden size={14} /> Close
            </Dialog.Close>
          </div>
          <output className="big-problem">{problem}</output>
          <ul className="big-figures">
            {shown.map((channel) => (
              <ValueTile key={channel.path} channel={channel} />
            ))}
          </ul>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
}
