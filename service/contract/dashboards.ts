/** Wire types of dashboards, `/app/v1/dashboards`: the user's own pages of tiles. */
import * as z from 'zod';
import { channelPathSchema } from './history.ts';

/** Maximum dashboards of an installation. */
export const MAX_DASHBOARDS = 100;

/** Maximum size of a dashboard as JSON, in bytes. */
export const MAX_DASHBOARD_BYTES = 1024 * 1024;

/** Maximum tiles of a dashboard. */
export const MAX_TILES = 60;

/** Maximum channels of a tile. */
export const MAX_TILE_CHANNELS = 50;

/** Columns of the grid of tiles. */
export const GRID_COLUMNS = 12;

/** Maximum rows of the grid. */
export const GRID_ROWS = 200;

/** Maximum rows of a tile. */
const MAX_TILE_ROWS = 40;

/** Maximum length of a name or title, in characters. */
const MAX_TITLE = 80;

/** Maximum length of the text of a tile, in characters. */
const MAX_TEXT = 4000;

/** Shortest and longest time window of a tile, in milliseconds: 10 s to 366 days. */
const SPAN_MS = { min: 10_000, max: 366 * 86_400_000 } as const;

/** On one line; spaces at its ends are removed. */
const title = z
  .string()
  .trim()
  .max(MAX_TITLE, { error: `must have at most ${MAX_TITLE} characters` })
  .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' });

const channels = z
  .array(channelPathSchema)
  .max(MAX_TILE_CHANNELS, { error: `must list at most ${MAX_TILE_CHANNELS} channels` })
  .refine((paths) => new Set(paths).size === paths.length, { message: 'must not list a channel twice' });

const limit = z.number().nullable().default(null);

const span = z.int().min(SPAN_MS.min).max(SPAN_MS.max);

/** Range of the height of the plot of a panel, in CSS pixels. */
export const PLOT_HEIGHT = { min: 60, max: 1200 } as const;

const panelSchema = z.strictObject({
  left: channels.min(1, { error: 'must list a channel' }).meta({ description: 'On the left axis; all of one unit.' }),
  right: channels.default([]).meta({ description: 'On the right axis; all of one unit.' }),
  height: z
    .int()
    .min(PLOT_HEIGHT.min)
    .max(PLOT_HEIGHT.max)
    .nullable()
    .default(null)
    .meta({ description: 'Of the plot, in CSS pixels; null: shares the height of the tile.' }),
});

const axisSchema = z
  .strictObject({
    id: z
      .string()
      .max(1000)
      .meta({ description: 'The unit; with a number from the second axis of a unit on.', example: '°C #2' }),
    min: limit.meta({ description: "Lower end, in the channels' API unit; null: automatic." }),
    max: limit.meta({ description: 'Upper end, above `min`; null: automatic.' }),
    least_span: z
      .number()
      .positive({ error: 'must be above 0' })
      .nullable()
      .default(null)
      .meta({ description: 'Smallest range of an automatic axis; null: any.' }),
    logarithmic: z.boolean().default(false),
  })
  .refine(({ min, max }) => (min === null) === (max === null), {
    path: ['max'],
    error: 'must be null if min is null, and only then',
  })
  .refine(({ min, max }) => min === null || max === null || min < max, { path: ['max'], error: 'must be above min' });

/** How the user arranged the charts of a tile. */
export const chartArrangementSchema = z
  .strictObject({
    panels: z
      .array(panelSchema)
      .max(MAX_TILE_CHANNELS, { error: `must list at most ${MAX_TILE_CHANNELS} panels` })
      .default([])
      .meta({ description: 'From top to bottom. Channels of the tile in no panel are placed automatically.' }),
    hidden: channels.default([]).meta({ description: 'Channels of panels that are not drawn.' }),
    axes: z
      .array(axisSchema)
      .max(MAX_TILE_CHANNELS, { error: `must list at most ${MAX_TILE_CHANNELS} axes` })
      .default([])
      .refine((axes) => new Set(axes.map(({ id }) => id)).size === axes.length, {
        message: 'must not list an axis twice',
      })
      .meta({ description: 'Axes that are not automatic.' }),
  })
  .meta({ id: 'ChartArrangement' });
export type ChartArrangement = z.infer<typeof chartArrangementSchema>;

/** Where a tile is, in cells of the grid. */
const place = {
  id: z
    .string()
    .regex(/^[\w-]{1,40}$/, { error: 'must be 1 to 40 letters, digits, _ or -' })
    .meta({ description: 'Unique on its dashboard; assigned by the caller.', example: 't1' }),
  x: z
    .int()
    .min(0)
    .max(GRID_COLUMNS - 1),
  y: z
    .int()
    .min(0)
    .max(GRID_ROWS - 1),
  w: z.int().min(1).max(GRID_COLUMNS),
  h: z.int().min(1).max(MAX_TILE_ROWS),
  title: title.default('').meta({ description: 'Empty: automatic.' }),
};

/** One tile: its place, and what it shows. */
export const tileSchema = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        ...place,
        kind: z.literal('value'),
        channel: channelPathSchema,
        span_ms: span.default(600_000).meta({ description: 'Time window of the trend, in milliseconds.' }),
      }),
      z
        .strictObject({
          ...place,
          kind: z.literal('gauge'),
          channel: channelPathSchema,
          min: limit.meta({ description: "Lower end, in the channel's API unit; null: automatic." }),
          max: limit.meta({ description: "Upper end, above `min`, in the channel's API unit; null: automatic." }),
        })
        .refine(({ min, max }) => min === null || max === null || min < max, {
          path: ['max'],
          error: 'must be above min',
        }),
      z.strictObject({
        ...place,
        kind: z.literal('chart'),
        channels,
        span_ms: span.default(600_000).meta({ description: 'Time window, in milliseconds.' }),
        arrangement: chartArrangementSchema.optional().meta({ description: 'Without it: automatic.' }),
      }),
      z.strictObject({ ...place, kind: z.literal('table'), channels }),
      z.strictObject({
        ...place,
        kind: z.literal('alarms'),
        channels: channels.meta({ description: 'Only alarms of these channels; empty: of all.' }),
      }),
      z.strictObject({
        ...place,
        kind: z.literal('text'),
        text: z.string().max(MAX_TEXT, { error: `must have at most ${MAX_TEXT} characters` }),
      }),
      z.strictObject({
        ...place,
        kind: z.literal('mqtt-client'),
        client: z.string().min(1).max(255).meta({ description: 'Identifier of the MQTT client.' }),
      }),
    ],
    {
      error: ({ code }) =>
        code === 'invalid_union'
          ? 'must be "value", "gauge", "chart", "table", "alarms", "text" or "mqtt-client"'
          : undefined,
    },
  )
  .meta({ id: 'Tile' });
export type Tile = z.infer<typeof tileSchema>;
export type TileKind = Tile['kind'];

/** A dashboard without its ID: as it is added, changed, exported and imported. */
export const dashboardInputSchema = z
  .strictObject({
    name: title.min(1, { error: 'must not be empty' }),
    tiles: z
      .array(tileSchema)
      .max(MAX_TILES, { error: `must have at most ${MAX_TILES} tiles` })
      .default([])
      .refine((tiles) => new Set(tiles.map(({ id }) => id)).size === tiles.length, {
        message: 'must not use an ID twice',
      })
      .refine((tiles) => tiles.every(({ x, w }) => x + w <= GRID_COLUMNS), {
        message: `must not exceed ${GRID_COLUMNS} columns`,
      }),
  })
  .meta({ id: 'DashboardInput' });
export type DashboardInput = z.infer<typeof dashboardInputSchema>;

export const dashboardSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Assigned by the service.', example: 'd01b2c3d4' }),
    dashboard: dashboardInputSchema,
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboardSchema>;

export const dashboardsSchema = z
  .strictObject({
    dashboards: z.array(dashboardSchema).meta({ description: 'In the order they were added.' }),
  })
  .meta({ id: 'Dashboards' });
export type Dashboards = z.infer<typeof dashboardsSchema>;
