// What may reach a terminal: no character that steers it, none that shows text in another order than it
// is kept. Everything that `svc` prints passes here (io), whoever wrote it: a client, a row, a server.

/**
 * Control characters save for line ends and tabs; halves of characters; direction marks, isolates and
 * overrides; line and paragraph separators; invisible annotations and tags; the two reserved characters
 * that hold the place of our own colours.
 */
const steering =
  /(?!\r\n|\n|\t)[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFDD0\uFDD1\u{E0000}-\u{E007F}]/gu

/** The text with `�` for each character that steers. */
export function cleanText(text: string): string {
  return text.replace(steering, '�')
}

/** The same for a value within a line: it ends no line and jumps to no column. */
export function cleanValue(text: string): string {
  return cleanText(text).replace(/[\r\n\t]/g, '�')
}

/** JSON in which such characters are escaped: whoever parses it gets them back, a terminal never does. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(steering, escaped)
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}
