/** A message that starts with one of these lacks its subject. */
const FOLLOWS = /^(?:is|are|was|may|must|has|have|can|cannot|could|does|do|needs?|belongs?|stands?|fits?)\b/;

/**
 * @param subjects by path
 * @param path as in the API; an unknown path is its own subject
 */
export function describeFieldError(subjects: Readonly<Record<string, string>>, path: string, message: string): string {
  const subject = FOLLOWS.test(message) ? `${subjects[path] ?? path} ` : '';
  const text = subject + message;
  const sentence = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}
