/** What is measured, logged to CSV files day by day. */
export { type CsvLog, type CsvLogOptions, createCsvLog } from './csv-log.ts';
