// Counts the garbage collections of a page's whole heap while something runs, by the browser's own trace. The browser
// begins them by itself, some seconds after a page was loaded: a key that meets one waits for it.

import type { CDPSession } from 'playwright'

/** Returns a function that ends the watch and returns how long each collection took, in milliseconds. */
export async function watchCollections(devtools: CDPSession): Promise<() => Promise<number[]>> {
  const found: number[] = []
  const note = ({ value }: { readonly value: readonly object[] }) => {
    for (const event of value) {
      if (isCollection(event)) found.push(event.dur / 1000)
    }
  }
  devtools.on('Tracing.dataCollected', note)
  const traceConfig = { includedCategories: ['v8'] }
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    devtools.once('Tracing.tracingComplete', () => resolve())
    await devtools.send('Tracing.end')
    await promise
    devtools.off('Tracing.dataCollected', note)
    return found
  }
}

function isCollection(event: object): event is { readonly dur: number } {
  return 'name' in event && event.name === 'MajorGC' && 'dur' in event
}
