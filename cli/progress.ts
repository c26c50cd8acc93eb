// A progress line on stderr, for long work; shown on a terminal only.

import type { Io } from './io.ts'

interface Progress {
  /** Replaces the line. */
  update(text: string): void
  /** Removes the line. */
  end(): void
}

export function startProgress(io: Io): Progress {
  if (!io.isWatched) return { update() {}, end() {} }
  return { update: (text) => io.err.replaceLine(text), end: () => io.err.replaceLine('') }
}

const barCells = 24

/** `████████░░░░  45 %  3.2 of 7.1 MB` */
export function progressBar(doneBytes: number, totalBytes: number): string {
  const share = totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes)
  const full = Math.round(share * barCells)
  const bar = '█'.repeat(full) + '░'.repeat(barCells - full)
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
  const percent = String(Math.floor(share * 100)).padStart(3)
  return `${bar} ${percent} %  ${megabytes(Math.min(doneBytes, totalBytes))} of ${megabytes(totalBytes)} MB`
}
