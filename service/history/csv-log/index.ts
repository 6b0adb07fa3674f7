/** What is measured, logged to CSV files day by day. */
export { type CsvLog, createCsvLog } from './csv-log.ts';
