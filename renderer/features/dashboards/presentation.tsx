import { Dialog } from '@base-ui/react/dialog';
import { Expand, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import './presentation.css';

export interface PresentationProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Covers the window; in full screen if the user likes, and with the screen kept on. */
export function Presentation({ title, onClose, children }: PresentationProps) {
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
          <output className="presentation-problem">{problem}</output>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
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
