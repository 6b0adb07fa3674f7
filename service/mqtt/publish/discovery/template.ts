/** Value templates (Jinja2) for what we publish. */

/**
 * Takes a channel's magnitude out of a `measurement` payload. `value_json.values` would be the dictionary's own method,
 * hence the brackets. A moment without the channel gives an empty text, which a numeric sensor ignores; null gives
 * `None`, which makes it unknown (home-assistant.io, "MQTT Sensor", `state_topic`).
 */
export function measurementTemplate(channel: string): string {
  const name = textLiteral(channel);
  return `{{ value_json['values'][${name}]['magnitude'] if ${name} in value_json['values'] else '' }}`;
}

/** Takes the magnitude out of the payload of a channel's own topic. */
export const CHANNEL_TEMPLATE = "{{ value_json['magnitude'] }}";

/** A text as a literal of Jinja2, which reads the escapes of Python's. */
function textLiteral(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are among what is escaped
  const escaped = text.replaceAll(/[\\'\u0000-\u001F]/g, (sign) => {
    return `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `'${escaped}'`;
}
