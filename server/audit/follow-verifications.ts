// How far a verification of the audit log has come, for those who wait for it.

export interface VerificationProgress {
  readonly checked: number
  /** In the log when it began. */
  readonly entries: number
  /** Verifications and reviews that were compared with the log, once all entries are checked. */
  readonly rows: number
}

export interface Verifications {
  /** Of the one that began last; undefined while none is under way. */
  latest(): VerificationProgress | undefined
  /** Runs `work`. @throws what `work` throws */
  follow<Result>(
    entries: number,
    work: (onProgress: (checked: number, rows: number) => void) => Promise<Result>,
  ): Promise<Result>
}

export function followVerifications(): Verifications {
  const underWay: { checked: number; readonly entries: number; rows: number }[] = []
  return {
    latest: () => underWay.at(-1),
    async follow(entries, work) {
      const progress = { checked: 0, entries, rows: 0 }
      underWay.push(progress)
      try {
        return await work((checked, rows) => {
          progress.checked = checked
          progress.rows = rows
        })
      } finally {
        underWay.splice(underWay.indexOf(progress), 1)
      }
    },
  }
}
