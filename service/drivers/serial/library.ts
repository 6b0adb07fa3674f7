/**
 * The serial port library, loaded on first use. Without this file, a bundler cannot provide the names of a CommonJS
 * package.
 */
export { SerialPort } from 'serialport';
