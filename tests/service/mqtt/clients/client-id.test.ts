import { describe, expect, test } from 'vitest';
import { clientIdOf, folderNameOf } from '../../../../service/mqtt/clients/client-id.ts';

const IDENTIFIERS = ['lab', 'Lab', 'local broker', 'Größe/1', '日本', 'CON', 'a'.repeat(255), 'x'];

describe('a client id', () => {
  test.each(IDENTIFIERS)('of %s is fit for MQTT 3.1', (identifier) => {
    expect(clientIdOf('MS0123456789', identifier, '')).toMatch(/^[0-9A-Za-z]{1,23}$/);
  });

  // From `printf lab | sha256sum`: a client that runs keeps its id over a new version of the program.
  test('never changes', () => {
    expect(clientIdOf('MS0123456789', 'lab', '')).toBe('MS0123456789a51146d3807');
  });

  test('is another for each client and each installation', () => {
    const ids = ['MS0123456789', 'MS0123456780'].flatMap((installation) =>
      IDENTIFIERS.map((identifier) => clientIdOf(installation, identifier, '')),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is the user's own where there is one", () => {
    expect(clientIdOf('MS0123456789', 'lab', 'my-own.id:1')).toBe('my-own.id:1');
  });
});

describe('a folder name', () => {
  test.each(IDENTIFIERS)('of %s is safe everywhere', (identifier) => {
    expect(folderNameOf(identifier)).toMatch(/^[0-9a-f]{32}$/);
  });

  test('never changes, and is another for each client', () => {
    expect(folderNameOf('lab')).toBe('a51146d38077ff992eba84cf1d5e9b24');
    expect(new Set(IDENTIFIERS.map(folderNameOf)).size).toBe(IDENTIFIERS.length);
  });
});
