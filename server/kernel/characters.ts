// Counts the characters of a text in code points, as JSON Schema does: an emoji is one character, though its
// JavaScript length is two.

export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
