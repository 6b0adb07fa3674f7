/** The serial port library, loaded on first use. A bundler cannot otherwise provide a CommonJS package's names. */
export { SerialPort } from 'serialport';
