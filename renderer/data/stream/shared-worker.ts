/** Entry point of the shared worker: one event stream for all windows of this origin. */
import { StreamHub } from './hub.ts';
import type { FromWindow, ToWindow } from './messages.ts';

const hub = new StreamHub(location.origin);

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0];
  if (!port) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one end and no origin
  const send = (message: ToWindow): void => port.postMessage(message);
  port.addEventListener('message', ({ data }: MessageEvent<FromWindow>) => {
    if (data.kind === 'retry') {
      hub.retry();
      return;
    }
    hub.attach(send);
    // Ports do not report a closed window. The window holds this lock, so acquiring it means that the window is closed.
    void navigator.locks.request(data.lock, () => {
      hub.detach(send);
      port.close();
    });
  });
  port.start();
});
