// Tracks how far each running check of the audit log has come, for the console.

export interface VerifyProgress {
  readonly checked: number
  /** Entries in the log when the check began. */
  readonly entries: number
  /** Verifications and reviews compared so far; begins once all entries are checked. */
  readonly rows: number
}

export interface VerifyTracker {
  /** Returns the progress of the check that started last; undefined if none is running. */
  latest(): VerifyProgress | undefined
  /** Runs `work` and tracks its progress. @throws what `work` throws */
  track<Result>(
    entries: number,
    work: (onProgress: (checked: number, rows: number) => void) => Promise<Result>,
  ): Promise<Result>
}

export function createVerifyTracker(): VerifyTracker {
  const running: { checked: number; readonly entries: number; rows: number }[] = []
  return {
    latest: () => running.at(-1),
    async track(entries, work) {
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
