import { Dialog } from '@base-ui/react/dialog';
import { Expand, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatTimestamp } from '../../data/format/numbers.ts';
import { useLive, useReadable } from '../../data/react.ts';
import './presentation.css';

export interface PresentationProps {
  title: string;
  /** Enters full screen at once if the browser allows it, and closes when the user leaves it. */
  isFullScreen?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Covers the window; in full screen if the user likes, and with the screen kept on. */
export function Presentation({ title, isFullScreen = false, onClose, children }: PresentationProps) {
  useEffect(holdWakeLock, []);
  const onLeft = useEffectEvent(onClose);
  useEffect(() => (isFullScreen ? fillScreen(() => onLeft()) : leaveFullScreen), [isFullScreen]);
  const connection = useReadable(useLive().connection);
  const [problem, setProblem] = useState('');
  const enter = (): void => {
    document.documentElement.requestFullscreen().catch(() => {
      setProblem('Full screen is not available here. Try the browser’s full-screen key, usually F11.');
    });
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="presentation">
          <div className="presentation-bar">
            <Dialog.Title className="presentation-title ellipsis">{title}</Dialog.Title>
            <button type="button" className="button" onClick={enter}>
              <Expand aria-hidden size={14} /> Full screen
            </button>
            <Dialog.Close className="button">
              <X aria-hidden size={14} /> Close
            </Dialog.Close>
          </div>
          <output className="presentation-problem">
            {/* The banner of the window is covered. */}
            {connection.state === 'unreachable'
              ? `No response from the service since ${formatTimestamp(connection.since)}.`
              : problem}
          </output>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** @param onLeft the user has left full screen @returns leaves it */
function fillScreen(onLeft: () => void): () => void {
  const ending = new AbortController();
  const onChange = (): void => void (document.fullscreenElement ?? onLeft());
  document.addEventListener('fullscreenchange', onChange, { signal: ending.signal });
  // Refused: the window is filled all the same.
  document.documentElement.requestFullscreen().catch(() => undefined);
  return () => {
    ending.abort();
    leaveFullScreen();
  };
}

function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
}

/** Keeps the screen on while the window is visible, if the browser allows it. @returns the function that ends this */
function holdWakeLock(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isEnded = false;
  const requestLock = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const given = await navigator.wakeLock.request('screen');
      if (isEnded) await given.release();
      else lock = given;
    } catch {
      // Refused, for example on a low battery: the screen turns off as usual.
    }
  };
  const onVisible = (): void => void requestLock();
  // The browser releases the lock when the window is hidden.
  document.addEventListener('visibilitychange', onVisible);
  void requestLock();
  return () => {
    isEnded = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
