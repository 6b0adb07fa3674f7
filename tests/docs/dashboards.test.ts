/** What Grafana needs to import a dashboard and to show all of it. */
import { describe, expect, test } from 'vitest';
import { readDashboard } from '../databases/support/grafana.ts';

const DASHBOARDS = ['prometheus', 'influxdb'].map((folder) => readDashboard(`${folder}/mensura-dashboard.json`));

test('the dashboards can be imported beside each other', () => {
  expect(new Set(DASHBOARDS.map(({ uid }) => uid)).size).toBe(DASHBOARDS.length);
});

describe.each(DASHBOARDS.map((dashboard) => [dashboard.uid, dashboard] as const))('%s', (_uid, dashboard) => {
  test('is a new dashboard of a version that Grafana migrates', () => {
    expect(dashboard).not.toHaveProperty('id');
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
  });

  test('asks for the data source once: every query has the one that is chosen', () => {
    const sources = [...dashboard.panels, ...dashboard.panels.flatMap(({ targets }) => targets)];
    expect(new Set(sources.map(({ datasource }) => datasource.uid))).toEqual(new Set(['${datasource}']));
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
  });

  test('has panels of their own, beside each other', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`), `${title} covers another panel`).toBe(false);
          taken.add(`${x} ${y}`);
        }
      }
    }
  });

  test('repeats panels by a variable of several values, after all others', () => {
    const repeated = dashboard.panels.filter(({ repeat }) => repeat !== undefined);
    for (const { repeat, gridPos } of repeated) {
      expect(dashboard.templating.list.find(({ name }) => name === repeat)).toMatchObject({ multi: true });
      // Its copies take the place below it.
      expect(Math.max(...dashboard.panels.map(({ gridPos: { y } }) => y))).toBe(gridPos.y);
    }
  });
});
