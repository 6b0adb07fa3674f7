/** What /metrics has of databases. */
import { expect, test } from 'vitest';
import { databaseView } from '../../support/views/databases.ts';
import { ask } from './support/ask.ts';
import { startHost } from './support/host.ts';

test('databases are counted by state, and each has its figures by name', async () => {
  const host = await startHost();
  try {
    const status = { written: 12, waiting: 3, waiting_bytes: 400, discarded: 1 };
    host.world.databases.put(databaseView({ id: 'b00000001', config: { name: 'Hall "2"' }, status }));
    host.world.databases.put(databaseView({ id: 'b00000002', config: { name: 'b' }, status: { state: 'waiting' } }));
    const { text } = await ask(host.port, '/metrics');
    const lines = text.split('\n').filter((line) => line.startsWith('mensura_database'));
    expect(lines).toEqual([
      'mensura_databases{state="idle"} 0',
      'mensura_databases{state="connecting"} 0',
      'mensura_databases{state="online"} 1',
      'mensura_databases{state="waiting"} 1',
      'mensura_databases{state="failed"} 0',
      'mensura_database_online{database="Hall \\"2\\""} 1',
      'mensura_database_online{database="b"} 0',
      'mensura_database_written_total{database="Hall \\"2\\""} 12',
      'mensura_database_written_total{database="b"} 0',
      'mensura_database_waiting{database="Hall \\"2\\""} 3',
      'mensura_database_waiting{database="b"} 0',
      'mensura_database_waiting_bytes{database="Hall \\"2\\""} 400',
      'mensura_database_waiting_bytes{database="b"} 0',
      'mensura_database_discarded_total{database="Hall \\"2\\""} 1',
      'mensura_database_discarded_total{database="b"} 0',
    ]);
  } finally {
    await host.stop();
  }
});
