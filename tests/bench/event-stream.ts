/** A client of the event stream that passes on each event as it arrives. */
import { get, type IncomingMessage } from 'node:http';

export interface StreamClient {
  /** Whether it is still open. */
  readonly isOpen: boolean;
  /** Stops reading from the socket until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Connects; resolves when the stream is open. `onEvent` gets name and data of every event. */
export async function openEventStream(
  url: string,
  onEvent: (name: string, data: unknown) => void,
): Promise<StreamClient> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/app/v1/events`, { agent: false, headers: { Accept: 'text/event-stream' } }, resolve).once(
      'error',
      reject,
    );
  });
  if (response.statusCode !== 200) throw new Error(`The event stream answered ${response.statusCode}.`);
  let rest = '';
  response.setEncoding('utf8');
  // Closing from either side causes an error of the response.
  response.on('error', () => {});
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (name !== undefined && data !== undefined) onEvent(name, JSON.parse(data));
    }
  });
  return {
    get isOpen() {
      return !response.destroyed && !response.complete;
    },
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void response.destroy(),
  };
}
