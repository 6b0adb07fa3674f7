/**
 * The native part of the USB package, loaded when it is first needed. Its WebUSB wrapper is passed by: that answers a
 * failing subscription, and a failing first list, with errors that nobody can catch and that end the process.
 */
export { Emitter, nativeGetDevices } from 'usb/index.js';
