import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyDatabaseRoute, databaseRoute, databaseTarget } from '../../../renderer/features/databases/routes.ts';

test('any id comes back, and is never taken for anything else', () => {
  const ids = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('+new', '+copy', '+copy/b1', 'new', '%2B', '100%'),
  );
  fc.assert(
    fc.property(ids, (id) => {
      expect(databaseTarget(databaseRoute(id))).toEqual({ kind: 'database', id });
      expect(databaseTarget(copyDatabaseRoute(id))).toEqual({ kind: 'copy', id });
    }),
  );
});

test.each([
  ['/databases', { kind: 'none' }],
  ['/databases/', { kind: 'none' }],
  ['/mqtt/b1', { kind: 'none' }],
  ['/databases/+new', { kind: 'new' }],
  ['/databases/+copy/b1', { kind: 'copy', id: 'b1' }],
  ['/databases/100%', { kind: 'database', id: '100%' }],
])('%s', (route, target) => {
  expect(databaseTarget(route)).toEqual(target);
});
