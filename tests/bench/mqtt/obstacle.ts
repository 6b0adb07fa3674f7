import { findProgram } from '../../support/programs.ts';
import { HAS_PROC } from '../process-figures.ts';

/** Why MQTT cannot be measured here; undefined when it can. */
export function mqttObstacle(): string | undefined {
  if (!HAS_PROC) return 'Requires /proc, which only Linux has.';
  const missing = ['mosquitto', 'mosquitto_sub', 'mosquitto_pub'].filter((name) => !findProgram(name));
  return missing.length > 0 ? `Missing: ${missing.join(', ')} (packages mosquitto, mosquitto-clients).` : undefined;
}
