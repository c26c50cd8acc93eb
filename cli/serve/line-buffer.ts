// Gathers lines that follow one another quickly into one write, because a write to stdout costs more than all else
// that a busy server does for a log line.

import type { Clock } from '../../server/kernel/clock.ts'

export interface LineBuffer {
  /** The line ends with a line break. */
  write(line: string): void
  /** Writes the gathered lines at once. */
  flush(): void
}

/** How long a line waits at most. */
const windowMs = 50
/** Gathered characters that are written without waiting. */
const charactersMax = 64 * 1024

/** A line after a quiet moment is written at once; the lines of the next 50 ms are gathered. */
export function gatherLines(clock: Clock, write: (text: string) => void): LineBuffer {
  let gathered = ''
  let isGathering = false

  function flush(): void {
    if (gathered === '') return
    const text = gathered
    gathered = ''
    write(text)
  }

  function gather(): void {
    isGathering = true
    clock.after(windowMs, () => {
      isGathering = false
      if (gathered === '') return
      flush()
      gather()
    })
  }

  return {
    write(line) {
      gathered += line
      if (isGathering && gathered.length < charactersMax) return
      flush()
      if (!isGathering) gather()
    },
    flush,
  }
}
