/** What is wrong with a field, as a sentence of its own. */

/** Words that follow a subject: a message that begins with one has left it out. */
const FOLLOWS = /^(?:is|are|was|may|must|has|have|can|cannot|could|does|do|needs?|belongs?|stands?|fits?)\b/;

/**
 * @param subjects how each field is called where a sentence is about it
 * @param path as the API names the field; one that is not known stands for itself
 */
export function describeFieldError(subjects: Readonly<Record<string, string>>, path: string, message: string): string {
  const subject = FOLLOWS.test(message) ? `${subjects[path] ?? path} ` : '';
  const text = subject + message;
  const sentence = text.charAt(0).toLocaleUpperCase() + text.slice(1);
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}
