/** Cuts what the host sends into commands: ended by CR LF, LF or CR alone. */

/** The longest command that is kept; what is longer is dropped up to the next line end. */
const LONGEST_COMMAND = 64;

/** Hands over each command without its line end; empty ones are left out. */
export function commandReader(onCommand: (command: string) => void): (bytes: Uint8Array) => void {
  let text = '';
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === 0x0d || byte === 0x0a) {
        if (text && text.length <= LONGEST_COMMAND) onCommand(text);
        text = '';
      } else if (text.length <= LONGEST_COMMAND) {
        text += String.fromCharCode(byte);
      }
    }
  };
}
