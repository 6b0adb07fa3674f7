/** What the instruments of a played Mensura are: channels by the words of docs/channels.md. */

/** A channel as `info` defines it, and believable values for a real one. */
export interface RemoteChannel {
  label: string;
  type: string;
  unit: string;
  description: string;
  /** The middle of the wave and its height above and below; null for a virtual channel, which is computed. */
  wave: { base: number; swing: number } | null;
}

export interface RemoteModel {
  name: string;
  /** In the product's order: real ones, then virtual ones. */
  channels: readonly RemoteChannel[];
}

function real(label: string, type: string, unit: string, description: string, base: number, swing: number) {
  return { label, type, unit, description, wave: { base, swing } };
}

function virtual(label: string, type: string, unit: string, description: string) {
  return { label, type, unit, description, wave: null };
}

/** Taken in turn. */
export const REMOTE_MODELS: readonly RemoteModel[] = [
  { name: 'VCP-RTD300-CAL', channels: [real('temperature', 'Temperature', '°C', 'Temperature', 121, 15)] },
  {
    name: 'VCP-PTH450-CAL',
    channels: [
      real('atmospheric_pressure', 'AtmosphericPressure', 'kPa', 'Atmospheric pressure', 101.3, 0.4),
      real('temperature', 'Temperature', '°C', 'Temperature', 22, 3),
      real('relative_humidity', 'RelativeHumidity', '%rh', 'Relative humidity', 48, 12),
      virtual('dew_point', 'DewPoint', '°C', 'Dew point'),
      virtual('humidex', 'Humidex', '°C', 'Humidex'),
      virtual('heat_index', 'HeatIndex', '°C', 'Heat index'),
      virtual('altitude', 'Altitude', 'mm', 'Altitude'),
    ],
  },
];
