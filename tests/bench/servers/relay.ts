/** The yardstick of the latency: reads a terminal and forwards each line as an event. */
import { createReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { runServer } from './child.ts';
import { listenOn } from './listen.ts';

runServer(({ input: path }) => {
  const readers = new Set<ServerResponse>();
  createInterface(createReadStream(path)).on('line', (line) => {
    const event = `event: line\ndata: ${JSON.stringify(line)}\n\n`;
    for (const reader of readers) reader.write(event);
  });
  return listenOn(
    createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      readers.add(response);
      response.once('close', () => readers.delete(response));
    }),
  );
});
