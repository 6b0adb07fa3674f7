import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the files that the documentation's examples import. */
export function writeImportFiles(folder: string): void {
  writeFileSync(
    join(folder, 'E24638_2026-11-20.csv'),
    'time (UTC),temperature (°C)\n2026-11-20T14:45:12.318Z,21.5\n2026-11-20T14:45:13.318Z,21.5\n',
  );
  writeFileSync(join(folder, 'log.csv'), 'Time,Temp\n2025-11-20 15:45,72.5\n');
}
