/** Labels of the settings page. */
export const SERVICE_LABELS = {
  port: 'Port',
  allowed_origins: 'Allowed web origins',
  refuse_other_users: 'Access for other accounts',
  log_level: 'Log level',
  discovery: 'Discover other Mensura installations on the local network',
  metrics_readings: 'Readings for Prometheus',
  sea_level_pressure_pa: 'Pressure at sea level',
  start_at_login: 'Start at login',
  start_hidden: 'Start hidden',
  keep_running: 'Keep running when the window is closed',
  simulate: 'Show simulated devices',
  simulate_usb: 'Devices on this computer',
  simulate_gateway: 'Devices on a gateway',
  simulate_period: 'Sampling period',
  simulate_publish: 'Store and publish simulated readings',
} as const;
