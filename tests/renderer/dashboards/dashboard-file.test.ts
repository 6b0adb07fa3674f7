import { describe, expect, test } from 'vitest';
import {
  dashboardFile,
  dashboardFileName,
  readDashboard,
} from '../../../renderer/features/dashboards/dashboard-file.ts';
import type { Dashboard } from '../../../service/contract/index.ts';

const HALL: Dashboard = {
  id: 'd1',
  dashboard: {
    name: 'Cold room, Halle Süd',
    tiles: [
      { kind: 'value', id: 't1', x: 0, y: 0, w: 3, h: 3, title: '', channel: 'usb/E1/temperature', span_ms: 600_000 },
      { kind: 'text', id: 't2', x: 3, y: 0, w: 3, h: 3, title: 'Note', text: 'Call 112' },
    ],
  },
};

describe('a dashboard file', () => {
  test('is read as it was written', () => {
    expect(readDashboard(dashboardFile(HALL))).toEqual({ kind: 'ready', dashboard: HALL.dashboard });
    expect(readDashboard(`\uFEFF${dashboardFile(HALL)}`).kind).toBe('ready');
  });

  test('is named after the dashboard', () => {
    expect(dashboardFileName(HALL)).toBe('cold-room-halle-sud.mensura-dashboard.json');
    expect(dashboardFileName({ ...HALL, dashboard: { name: '温度', tiles: [] } })).toBe(
      'dashboard.mensura-dashboard.json',
    );
  });

  test.each([
    ['{', ['Not a dashboard file: invalid JSON.']],
    ['{"name":""}', ['Name: must not be empty.']],
    [
      JSON.stringify({ ...HALL.dashboard, tiles: [{ ...HALL.dashboard.tiles[0], channel: 'nowhere' }] }),
      ['Tile 1, channel: must be family/serial/channel, such as "usb/E24638/temperature".'],
    ],
    [
      JSON.stringify({ ...HALL.dashboard, tiles: [{ ...HALL.dashboard.tiles[1], html: '<b>' }] }),
      ['Tile 1: unknown field “html”.'],
    ],
    ['[]', ['The file: Invalid input: expected object, received array.']],
  ])('names the field that is wrong in %s', (text, errors) => {
    expect(readDashboard(text)).toEqual({ kind: 'refused', errors });
  });
});
