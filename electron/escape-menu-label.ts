/** Escapes ampersands, which would mark shortcuts in a native menu. */
export function escapeMenuLabel(text: string): string {
  return text.replaceAll('&', '&&');
}
