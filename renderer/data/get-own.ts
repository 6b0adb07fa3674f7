/**
 * What a table says of a text that comes from elsewhere: a unit, a channel, a protocol of another Mensura can be called
 * `constructor`, which every object has something under.
 */
export function getOwn<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
