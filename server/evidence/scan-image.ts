// Has each image scanned for viruses before it is kept, where the settings name a scanner. It bounds how many are
// scanned at once and how long one may take; what happens while the scanner is down is the operator's choice.

import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createPermits } from '../kernel/permits.ts'
import { startDeadline } from '../providers/deadline.ts'
import { askClamd } from './clamd.ts'
import { admitImage } from './inspection.ts'
import {
  failedScan,
  notScanned,
  type Scan,
  type ScannerAddress,
  type ScannerAnswer,
  type ScannerDownMode,
} from './scan.ts'

export type ScanResult =
  | { readonly kind: 'passed'; readonly scan: Scan }
  | { readonly kind: 'found'; readonly signature: string }
  /** The scanner could not be asked, and then images are refused. */
  | { readonly kind: 'unavailable' }

export interface VirusScanner {
  /**
   * Never throws for what is wrong with the image or the scanner.
   * @param source called when its turn has come
   * @throws the signal's reason; what `source` throws
   */
  scan(source: () => Promise<Buffer>, signal: AbortSignal): Promise<ScanResult>
}

export interface ScannerOptions {
  readonly address: ScannerAddress
  readonly whenDown: ScannerDownMode
  /** For one image: its turn, the connection and the answer together. */
  readonly timeoutMs: number
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Images at the scanner at once; each is held in memory meanwhile. */
export const scansAtOnceMax = 4

/** What stands in where no scanner is set up. */
export const noScanner: VirusScanner = {
  scan: async () => ({ kind: 'passed', scan: notScanned }),
}

export function createVirusScanner(options: ScannerOptions): VirusScanner {
  const { address, whenDown, timeoutMs, clock, log } = options
  const places = createPermits(scansAtOnceMax)

  async function ask(
    source: () => Promise<Buffer>,
    signal: AbortSignal,
  ): Promise<ScannerAnswer | undefined> {
    const release = await places.acquire(1, signal).catch(() => undefined)
    if (release === undefined) return failedScan('over_time')
    try {
      const bytes = await source()
      // What is no image is refused by its reader; the scanner is not to be fed with it.
      if (admitImage(bytes).kind === 'refused') return undefined
      return await askClamd(address, bytes, signal)
    } finally {
      release()
    }
  }

  return {
    async scan(source, signal) {
      signal.throwIfAborted()
      const deadline = startDeadline(signal, timeoutMs)
      try {
        const answer = await ask(source, deadline.signal)
        signal.throwIfAborted()
        const at = clock.now()
        if (answer === undefined) return { kind: 'passed', scan: notScanned }
        if (answer.kind === 'found') return answer
        if (answer.kind === 'clean') return { kind: 'passed', scan: { verdict: 'clean', at } }
        log.warn('virus_scanner_failed', { reason: answer.failure, outcome: whenDown })
        if (whenDown === 'refuse') return { kind: 'unavailable' }
        return { kind: 'passed', scan: { verdict: 'scanner_down', at } }
      } finally {
        deadline.clear()
      }
    },
  }
}
