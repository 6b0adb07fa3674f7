import v8 from 'node:v8';

/** The promises that are in memory; garbage is collected first. One that never settles keeps those that wait for it. */
export function promisesHeld(): number {
  return v8.queryObjects(Promise, { format: 'count' });
}
