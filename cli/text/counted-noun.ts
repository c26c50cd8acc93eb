// Counts in the texts of commands.

/** `1 row`, `2 rows`. */
export function countedNoun(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
