/**
 * The native part of the USB package, loaded on first use. Without its WebUSB wrapper, whose errors on a failed
 * subscription or a failed first list cannot be caught and end the process.
 */
export { Emitter, nativeGetDevices } from 'usb/index.js';
