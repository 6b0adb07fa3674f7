/** The serial port library, loaded when it is first needed. A bundler cannot give a CommonJS package's names otherwise. */
export { SerialPort } from 'serialport';
