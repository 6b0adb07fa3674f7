/**
 * Keeps the screen on while a page is shown to be looked at from afar, where the browser allows it.
 * @returns the function that ends this
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      const given = await navigator.wakeLock.request('screen');
      if (isOver) await given.release();
      else lock = given;
    } catch {
      // Refused, as on a low battery: then the screen goes dark when the system says so, as it always did.
    }
  };
  const onVisible = (): void => void ask();
  // The browser takes it back when the window is hidden.
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
