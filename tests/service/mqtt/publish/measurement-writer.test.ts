import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChannelDefinition, Product } from '../../../../service/contract/index.ts';
import type { Sample } from '../../../../service/devices/types.ts';
import { MeasurementWriter } from '../../../../service/mqtt/publish/measurement-writer.ts';
import { canonicalJson } from '../../../../service/support/canonical-json.ts';

/** Names that a plain object would put first, or take for its own, and any other text. */
const name = fc.oneof(
  fc.constantFrom('10', '9', '__proto__', 'constructor', 'temperature', 'temperature_2', 'Größe', '"', '\\', '\u2028'),
  fc.string({ unit: 'binary' }),
);

/** Any double that a reading can be, and none. */
const magnitude = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 5e-324, 1e21, 1e-7, Number.MAX_VALUE, null),
);

/** 1970 to 2100. */
const moment = fc.record({
  at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  samples: fc.array(fc.record({ index: fc.nat({ max: 7 }), magnitude }), { maxLength: 12 }),
});

function productOf(channels: readonly (readonly [string, string])[]): Product {
  const definition = ([label, unit]: readonly [string, string]): [string, ChannelDefinition] => [
    label,
    { description: label, details: { virtual: false }, label, type: 'Any', unit },
  ];
  return {
    channels: Object.fromEntries(channels.map(definition)),
    info: { interfaces: {}, name: '', sku: '', vendor: '' },
    model: '',
  };
}

test('every payload is the canonical JSON of what it says, for any names, units and doubles', () => {
  const channels = fc.uniqueArray(fc.tuple(name, fc.string()), {
    minLength: 1,
    maxLength: 8,
    selector: ([label]) => label,
  });
  fc.assert(
    fc.property(fc.string(), channels, fc.array(moment, { maxLength: 6 }), (serial, known, moments) => {
      const writer = new MeasurementWriter(serial);
      writer.describe(productOf(known), 0);
      const valid = new Set<string>();
      for (const { at, samples: drawn } of moments) {
        const samples: Sample[] = drawn.map(({ index, magnitude: value }) => ({
          channel: known[index % known.length]?.[0] ?? '',
          magnitude: value,
        }));
        samples.push({ channel: 'a channel that it does not have', magnitude: 1 });
        const sampled = new Map(samples.map(({ channel, magnitude: value }) => [channel, value]));
        const expected = known
          .filter(([label]) => sampled.has(label))
          .filter(([label]) => sampled.get(label) !== null || valid.has(label))
          .map(([label, unit]) => [label, { magnitude: sampled.get(label), unit }] as const);
        for (const [label, { magnitude: value }] of expected) {
          if (value === null) valid.delete(label);
          else valid.add(label);
        }
        const written = writer.write(at, samples);
        if (expected.length === 0) {
          expect(written).toBeUndefined();
          continue;
        }
        const said = { serial, timestamp: new Date(at).toISOString(), values: Object.fromEntries(expected) };
        expect(written?.payload).toBe(canonicalJson(said));
        expect(written?.at).toBe(at);
        expect(new Map(written?.samples.map(({ channel, ...rest }) => [channel, rest]))).toEqual(new Map(expected));
        expect(writer.validChannels.toSorted()).toEqual([...valid].toSorted());
      }
    }),
  );
});
