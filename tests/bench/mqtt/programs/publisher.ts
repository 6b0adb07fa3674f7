/**
 * The yardstick: MQTT.js as its documentation shows it, publishing messages that were recorded from the service. A
 * process of its own, with its task as JSON in the first argument; runs until it is ended.
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
   * `flood`: always so many on their way, the next as soon as one is confirmed. `rhythm`: so many at once in each
   * period, stamped with the time; also while nobody answers at the port.
   */
  manner: { flood: { inFlight: number } } | { rhythm: { perPeriod: number; periodMs: number } };
}

// The parent's end closes this channel, however it ended: no publisher outlives it.
process.once('disconnect', () => process.exit(0));
const { port, recording, manner } = JSON.parse(process.argv[2] ?? '') as PublisherTask;
const messages = JSON.parse(readFileSync(recording, 'utf8')) as RecordedMessage[];
const client = connect({ host: '127.0.0.1', port });
// It tries again by itself; meanwhile it keeps what is published.
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

/** In the rhythm of the simulated instruments: moments on a grid, one time stamp for all messages of a moment. */
function keepRhythm(publisher: MqttClient, { perPeriod, periodMs }: { perPeriod: number; periodMs: number }): void {
  let next = 0;
  let due = performance.now();
  const beat = (): void => {
    const timestamp = new Date().toISOString();
    for (let count = 0; count < perPeriod; count += 1, next += 1) {
      const { topic, payload } = messageAt(next);
      const stamped = payload.replace(/"timestamp":"[^"]*"/, `"timestamp":"${timestamp}"`);
      publisher.publish(topic, stamped, { qos: 1 }, (error) => {
        if (error) throw error;
      });
    }
    due += periodMs;
    setTimeout(beat, Math.max(0, Math.ceil(due - performance.now())));
  };
  beat();
}
