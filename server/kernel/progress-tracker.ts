// Tracks how far running work has come, so that another request can show it. In memory, for this process.

export interface ProgressTracker<Progress> {
  /** Returns the progress of the work that started last; undefined if none is running. */
  latest(): Progress | undefined
  /** Runs `work`, which reports its progress. @throws what `work` throws */
  track<Result>(
    start: Progress,
    work: (report: (progress: Progress) => void) => Promise<Result>,
  ): Promise<Result>
}

export function createProgressTracker<Progress>(): ProgressTracker<Progress> {
  const running: { progress: Progress }[] = []
  return {
    latest: () => running.at(-1)?.progress,
    async track(start, work) {
      const entry = { progress: start }
      running.push(entry)
      try {
        return await work((progress) => {
          entry.progress = progress
        })
      } finally {
        running.splice(running.indexOf(entry), 1)
      }
    },
  }
}
