// Tracks the progress of running verifications of the audit log, for the console.

export interface VerificationProgress {
  readonly checked: number
  /** Entries in the log when the verification began. */
  readonly entries: number
  /** Verifications and reviews compared so far; begins once all entries are checked. */
  readonly rows: number
}

export interface Verifications {
  /** Returns the progress of the verification that started last; undefined if none is running. */
  latest(): VerificationProgress | undefined
  /** Runs `work` and tracks its progress. @throws what `work` throws */
  follow<Result>(
    entries: number,
    work: (onProgress: (checked: number, rows: number) => void) => Promise<Result>,
  ): Promise<Result>
}

export function followVerifications(): Verifications {
  const running: { checked: number; readonly entries: number; rows: number }[] = []
  return {
    latest: () => running.at(-1),
    async follow(entries, work) {
      const progress = { checked: 0, entries, rows: 0 }
      running.push(progress)
      try {
        return await work((checked, rows) => {
          progress.checked = checked
          progress.rows = rows
        })
      } finally {
        running.splice(running.indexOf(progress), 1)
      }
    },
  }
}
