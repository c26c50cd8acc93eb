// Replaces characters that control a terminal or change the order in which text is shown. Everything that
// `svc` prints passes through here (io.ts), since a client, a row or a server may have written it.

/**
 * Control characters save for line ends and tabs; halves of characters; direction marks, isolates and
 * overrides; line and paragraph separators; invisible annotations and tags; the two reserved characters
 * that hold the place of our own colours.
 */
const controls =
  /(?!\r\n|\n|\t)[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFDD0\uFDD1\u{E0000}-\u{E007F}]/gu

/** Text without control characters, such as a log line; this test is far cheaper than searching for them. */
const plain = /^[\t\n\x20-\x7e]*$/

/** Returns the text with `�` in place of each control character. */
export function cleanText(text: string): string {
  return plain.test(text) ? text : text.replace(controls, '�')
}

/** The same for a value within a line: replaces line ends and tabs, too. */
export function cleanValue(text: string): string {
  return cleanText(text).replace(/[\r\n\t]/g, '�')
}

/** Returns JSON in which such characters are escaped, so that only a parser gets them back. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(controls, escaped)
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}
