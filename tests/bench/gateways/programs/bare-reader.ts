/**
 * The yardstick: MQTT.js that subscribes to the readings of all remotes and only parses them. A process with its task
 * as JSON in the first argument; the response to each message of its parent has the arrivals since the last.
 */
import { connect } from 'mqtt';

export interface BareReaderTask {
  port: number;
}

/** Delays of the readings received, in milliseconds. */
export interface BareReaderCount {
  delays: number[];
  /** Their channel readings. */
  readings: number;
}

process.once('disconnect', () => process.exit(0));
const { port } = JSON.parse(process.argv[2] ?? '') as BareReaderTask;
let delays: number[] = [];
let readings = 0;
const client = connect({ host: '127.0.0.1', port });
client.on('message', (_topic, payload) => {
  const { timestamp, values } = JSON.parse(payload.toString()) as { timestamp: string; values: object };
  delays.push(Date.now() - Date.parse(timestamp));
  readings += Object.keys(values).length;
});
await client.subscribeAsync('fleet/+/+/measurement', { qos: 1 });
process.on('message', () => {
  process.send?.({ delays, readings } satisfies BareReaderCount);
  delays = [];
  readings = 0;
});
process.send?.('ready');
