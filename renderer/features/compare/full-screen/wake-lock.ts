/** Keeps the screen on while the window is visible, if the browser allows it. @returns the function that ends this */
export function holdWakeLock(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const given = await navigator.wakeLock.request('screen');
      if (isOver) await given.release();
      else lock = given;
    } catch {
      // Refused, for example on a low battery: the screen turns off as usual.
    }
  };
  const onVisible = (): void => void ask();
  // The browser releases the lock when the window is hidden.
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
