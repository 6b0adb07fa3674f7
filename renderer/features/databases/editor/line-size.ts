import {
  type AppDevice,
  type DatabaseFields,
  deviceLineHead,
  formatLine,
  lineReadings,
} from '../../../../service/contract/index.ts';
import { byteLength, type ExpectedReading } from '../../../components/reading-choice/expected-traffic.ts';

/** As long as every installation ID. */
const INSTALLATION = 'MS0123456789';

/** In milliseconds; as long as every time from 2001 to 2286. */
const AT = 1_000_000_000_000;

/** Bytes of the line of one sampling with its line break, uncompressed. */
export function lineSize(
  { measurement, tags }: Pick<DatabaseFields, 'measurement' | 'tags'>,
  { family, serial, product, alias }: AppDevice,
  readings: readonly ExpectedReading[],
): number {
  const own = { installation: INSTALLATION, family, serial, model: product.model, name: alias };
  const line = formatLine(deviceLineHead(measurement, tags, own), readings.flatMap(lineReadings), AT);
  return line === undefined ? 0 : byteLength(line) + 1;
}
