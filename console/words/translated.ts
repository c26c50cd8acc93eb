// Finds the text of another language by the English text that a message follows.

/** By their keys, which are the same in each language. */
export type TextsByKey = Readonly<Record<string, string>>

/**
 * Returns the text of `own` whose English text is the message, with what the message has in its places. The text with
 * the most words of its own wins, because another may match too: one place holds any words.
 */
export function translated(
  message: string,
  english: TextsByKey,
  own: TextsByKey,
): string | undefined {
  const fitting = Object.entries(english)
    .map(([key, text]) => ({ key, text, found: patternOf(text).exec(message) }))
    .filter(({ found }) => found !== null)
    .toSorted((one, other) => wordsIn(other.text).length - wordsIn(one.text).length)
  const [best] = fitting
  if (best === undefined) return undefined
  const values = best.found?.groups ?? {}
  return own[best.key]?.replace(place, (_place, name: string) => values[name] ?? '')
}

const place = /\{\{(\w+)\}\}/g

function wordsIn(text: string): string {
  return text.replace(place, '')
}

const special = /[$()*+.?[\\\]^{|}]/g

function patternOf(text: string): RegExp {
  const parts = text.split(place)
  // Every second part is the name of a place.
  const source = parts.map((part, index) =>
    index % 2 ? `(?<${part}>.+)` : part.replace(special, '\\$&'),
  )
  return new RegExp(`^${source.join('')}$`, 's')
}
