/** Escapes ampersands, which would mark shortcuts in a native menu. */
export function plainLabel(text: string): string {
  return text.replaceAll('&', '&&');
}
