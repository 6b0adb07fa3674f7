/** Words in a native menu that are not the app's own. */

/** The text as a label that shows it as it is: an ampersand there is no mark of a shortcut. */
export function plainLabel(text: string): string {
  return text.replaceAll('&', '&&');
}
