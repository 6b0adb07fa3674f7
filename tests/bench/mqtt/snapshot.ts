/** The service's publishing counters from one response, so that they belong together. */

export interface Snapshot {
  /** Channel readings that entered the registry since the start. */
  channelReadings: number;
  /** Messages of the client: acknowledged, queued, discarded. */
  published: number;
  queued: number;
  dropped: number;
  /** Script memory in use, in MiB; right after a garbage collection, the memory needed. */
  heap: number;
}

/** Asks `/metrics` of a service with one MQTT client. @returns the value of a metric by its name, which may throw */
export async function readMetrics(url: string): Promise<(name: string) => number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`The service does not tell ${name}.`);
    return Number(found);
  };
}

/** Takes one from `/metrics` of a service with one MQTT client. */
export async function takeSnapshot(url: string): Promise<Snapshot> {
  const value = await readMetrics(url);
  return {
    channelReadings: value('mensura_readings_total'),
    published: value('mensura_mqtt_published_total'),
    queued: value('mensura_mqtt_queued'),
    dropped: value('mensura_mqtt_dropped_total'),
    heap: value('nodejs_heap_size_used_bytes') / 2 ** 20,
  };
}
