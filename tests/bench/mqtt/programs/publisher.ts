/**
 * The yardstick: MQTT.js as in its documentation, which publishes recorded messages of the service. A process with its
 * task as JSON in the first argument, until it is ended.
 */
import { readFileSync } from 'node:fs';
import { connect, type MqttClient } from 'mqtt';

/** A message as it was recorded. */
export interface RecordedMessage {
  topic: string;
  payload: string;
}

export interface PublisherTask {
  port: number;
  /** A file with an array of recorded messages. */
  recording: string;
  /**
   * `flood`: this number always in flight, the next after each acknowledgment. `rhythm`: this number in each period,
   * stamped with the time, even while nothing listens on the port, unless `inFlight` messages are unacknowledged.
   */
  manner: { flood: { inFlight: number } } | { rhythm: Rhythm };
}

export interface Rhythm {
  perPeriod: number;
  periodMs: number;
  /** No limit unless given. */
  inFlight?: number;
}

// This channel closes when the parent ends, however it ends, so no publisher outlives it.
process.once('disconnect', () => process.exit(0));
const { port, recording, manner } = JSON.parse(process.argv[2] ?? '') as PublisherTask;
const messages = JSON.parse(readFileSync(recording, 'utf8')) as RecordedMessage[];
const client = connect({ host: '127.0.0.1', port });
// MQTT.js retries by itself and holds messages meanwhile.
client.on('error', () => {});
if ('flood' in manner) flood(client, manner.flood.inFlight);
else keepRhythm(client, manner.rhythm);

function messageAt(index: number): RecordedMessage {
  const message = messages[index % messages.length];
  if (!message) throw new Error('The recording is empty.');
  return message;
}

function flood(publisher: MqttClient, inFlight: number): void {
  let next = 0;
  const publishNext = (): void => {
    const { topic, payload } = messageAt(next);
    next += 1;
    publisher.publish(topic, payload, { qos: 1 }, (error) => {
      if (error) throw error;
      publishNext();
    });
  };
  for (let count = 0; count < inFlight; count += 1) publishNext();
}

/** Publishes at the times of the simulated devices, with one timestamp for all messages of a time. */
function keepRhythm(publisher: MqttClient, { perPeriod, periodMs, inFlight = Infinity }: Rhythm): void {
  let next = 0;
  let acknowledged = 0;
  let dueAt = performance.now();
  const beat = (): void => {
    const timestamp = new Date().toISOString();
    const due = next - acknowledged < inFlight ? perPeriod : 0;
    for (let count = 0; count < due; count += 1, next += 1) {
      const { topic, payload } = messageAt(next);
      const stamped = payload.replace(/"timestamp":"[^"]*"/, `"timestamp":"${timestamp}"`);
      publisher.publish(topic, stamped, { qos: 1 }, (error) => {
        if (error) throw error;
        acknowledged += 1;
      });
    }
    dueAt += periodMs;
    setTimeout(beat, Math.max(0, Math.ceil(dueAt - performance.now())));
  };
  beat();
}
