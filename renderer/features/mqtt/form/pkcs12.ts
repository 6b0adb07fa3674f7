/** PKCS#12 files in a form: base64, read by the service. */
import { MAX_PKCS12_BYTES } from '../../../../service/contract/index.ts';
import { describeUnreadable } from '../../../components/form/use-file-picker.tsx';

/** @returns the file as base64, or a sentence that explains why it cannot be used */
export async function readPkcs12File(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
): Promise<{ base64: string } | { problem: string }> {
  if (file.size === 0 || file.size > MAX_PKCS12_BYTES) return { problem: `${file.name}: Not a PKCS#12 file.` };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    // A SEQUENCE (RFC 7292, 4): everything else, PEM texts included, begins otherwise.
    if (bytes[0] !== 0x30) return { problem: `${file.name}: Not a PKCS#12 file.` };
    return { base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
  } catch {
    return { problem: describeUnreadable(file.name) };
  }
}
