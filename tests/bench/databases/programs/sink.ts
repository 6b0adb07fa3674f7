/** A database that does nothing: accepts every request of the line protocol and counts its lines and readings. */
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { runServer } from '../../servers/child.ts';
import { listenOn } from '../../servers/listen.ts';

/** What it accepted so far. */
export interface SinkCount {
  lines: number;
  readings: number;
}

const count: SinkCount = { lines: 0, readings: 0 };

runServer(() => {
  process.on('message', () => process.send?.(count));
  return listenOn(
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        add((request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString());
        response.writeHead(204).end();
      });
    }),
  );
});

function add(text: string): void {
  for (const line of text.trimEnd().split('\n')) {
    // Simulated devices have no spaces in their tags, so the fields are the second of three words.
    const [, fields, time, ...others] = line.split(' ');
    if (fields === undefined || time === undefined || others.length > 0) throw new Error(`This is no line: ${line}`);
    count.lines += 1;
    count.readings += fields.split(',').length;
  }
}
