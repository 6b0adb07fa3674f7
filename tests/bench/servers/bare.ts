/** The upper yardstick: `node:http` that only sends a constant buffer. */
import { createServer } from 'node:http';
import { runServer } from './child.ts';
import { listenOn } from './listen.ts';

runServer(({ input }) => {
  const bytes = Buffer.from(input);
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length };
  return listenOn(
    createServer((_request, response) => {
      response.writeHead(200, headers);
      response.end(bytes);
    }),
  );
});
