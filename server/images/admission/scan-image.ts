// Scans each image for viruses before it is stored, where the settings name a scanner. Limits how
// many are scanned at once and how long a scan may take; what happens while the scanner is down is
// a setting.

import { startDeadline } from '../../egress/deadline.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { createPermits } from '../../kernel/permits.ts'
import {
  failedScan,
  notScanned,
  type Scan,
  type ScannerAddress,
  type ScannerAnswer,
  type ScannerDownMode,
} from '../scan.ts'
import { admitInTurns } from './admit-in-turns.ts'
import { askClamd } from './clamd.ts'

type ScanResult =
  | { readonly kind: 'passed'; readonly scan: Scan }
  | { readonly kind: 'found'; readonly signature: string }
  /** The scanner could not be reached, and the settings refuse images then. */
  | { readonly kind: 'unavailable' }

export interface VirusScanner {
  /**
   * Never throws because of the image or the scanner.
   * @param source called when a slot is free
   * @throws the signal's reason; what `source` throws
   */
  scan(source: () => Promise<Buffer>, signal: AbortSignal): Promise<ScanResult>
}

interface ScannerOptions {
  readonly address: ScannerAddress
  readonly whenDown: ScannerDownMode
  /** Milliseconds for one image: waiting, connection and reply together. */
  readonly timeoutMs: number
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Images scanned at once; each is in memory meanwhile. */
export const scansAtOnceMax = 4

/** The scanner used where none is set up. */
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
      // A file that is not an image is rejected by the inspection and is not sent to the scanner.
      if ((await admitInTurns(bytes)).kind === 'refused') return undefined
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
