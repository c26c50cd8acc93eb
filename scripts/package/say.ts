// The last line of a program and its exit status.

/** Writes the text on stderr and returns the status. */
export function say(text: string, status: number): number {
  process.stderr.write(text)
  return status
}
