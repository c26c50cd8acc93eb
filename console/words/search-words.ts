// Compares texts with what somebody types to find them: in any case, with or without accents. Pure.

/** Returns a test of whether a text has each word of `typed`, in any order. */
export function hasWordsOf(typed: string): (text: string) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return (text) => {
    const folded = fold(text)
    return words.every((word) => folded.includes(word))
  }
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
