// How long a text is, as JSON Schema counts: in code points. A letter or a picture outside the basic plane
// is one character, though JavaScript keeps it in two.

export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
