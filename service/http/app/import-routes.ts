/** `/app/v1/imports`: files of readings that are imported into the history. */
import { importFileNameSchema, importOptionsSchema, MAX_IMPORT_BYTES } from '../../contract/index.ts';
import { pathParameter, queryParameter } from '../openapi/operation.ts';
import { operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';
import { parametersOf } from './time-range-query.ts';

const IMPORTS = '/app/v1/imports';

const ID = pathParameter('id', 'Import ID.', { type: 'string', example: '3fa91c02' });

const UPLOAD_TYPES = ['text/csv', 'application/octet-stream'] as const;

const uploadSchema = importOptionsSchema.omit({ columns: true }).extend({ file: importFileNameSchema });

const UNKNOWN = 'No such import.';
const BUSY = 'Another import is running.';
const UNREADABLE = 'Stored imports cannot be read.';

const { read, write, upload } = operationsOf('Imports');

export const IMPORT_ROUTES: readonly Route[] = [
  {
    path: IMPORTS,
    bodyBytes: MAX_IMPORT_BYTES,
    uploadTypes: UPLOAD_TYPES,
    get: read('imports', 'List imports', {
      description: 'Previews, and the imports that can be undone.',
      ok: ['The imports.', 'ImportJobs'],
      handle: ({ services }) => services.imports.list(),
    }),
    post: upload('upload-import', 'Upload a file to import', UPLOAD_TYPES, {
      description: `Of the file, at most ${MAX_IMPORT_BYTES / 2 ** 20} MiB, nothing is stored in the history: the import is a preview, which is \`reading\` and then \`ready\` or \`unreadable\`. It is deleted after a day, and when Mensura stops.`,
      parameters: [
        {
          ...queryParameter('file', 'Name of the file.', { type: 'string', example: 'E24638_2026-11-20.csv' }),
          required: true,
        },
        queryParameter(
          'time_zone',
          'IANA time zone of local times. Default: that in the heading, otherwise that of the computer.',
          { type: 'string', example: 'Europe/Berlin' },
        ),
        queryParameter('date_order', 'Order of dates such as 03/04/2026.', { type: 'string', enum: ['dmy', 'mdy'] }),
        queryParameter('device', 'Device of columns without a serial number, as `family/serial`.', {
          type: 'string',
          example: 'usb/E24638',
        }),
      ],
      created: ['The import. `Location` has its path.', 'ImportJob'],
      errors: { '500': 'The file could not be saved.', '503': BUSY },
      handle: async ({ services, request, response, query }) => {
        const { file, ...options } = parametersOf(query, uploadSchema);
        const job = await services.imports.upload(file, { ...options, columns: [] }, request);
        sendCreated(response, IMPORTS, job.id, job);
      },
    }),
  },
  {
    path: `${IMPORTS}/:id`,
    get: read('import', 'Get an import', {
      parameters: [ID],
      ok: ['The import.', 'ImportJob'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.imports.get(id),
    }),
    put: write('change-import', 'Read a file in another way', {
      description: 'Sets the channels of columns, the time zone and the order of dates, and makes a new preview.',
      parameters: [ID],
      body: {
        schema: importOptionsSchema,
        example: {
          time_zone: 'Europe/Berlin',
          columns: [{ column: 2, channel: 'usb/E24638/temperature', unit: '°F' }],
        },
      },
      ok: ['The import.', 'ImportJob'],
      errors: { '404': UNKNOWN, '409': 'The file was imported already.', '500': STORAGE_FAILED, '503': BUSY },
      handle: ({ services, id, body }) => services.imports.change(id, body()),
    }),
    delete: write('remove-import', 'Discard, cancel or undo an import', {
      description:
        'Discards a preview, or removes exactly the readings that an import added. The import is listed until they are removed.',
      parameters: [ID],
      errors: {
        '404': UNKNOWN,
        '409': 'The undo is already running, or not all readings can be removed.',
        '500': STORAGE_FAILED,
        '503': BUSY,
      },
      handle: ({ services, id }) => services.imports.remove(id),
    }),
  },
  {
    path: `${IMPORTS}/:id/apply`,
    post: write('apply-import', 'Import the readings of a file', {
      description: 'Adds all new readings of the preview, or none if it fails or is canceled.',
      parameters: [ID],
      ok: ['The import.', 'ImportJob'],
      errors: {
        '404': UNKNOWN,
        '409': 'The file is unreadable, or has no new readings.',
        '500': UNREADABLE,
        '503': BUSY,
      },
      handle: ({ services, id }) => services.imports.apply(id),
    }),
  },
];
