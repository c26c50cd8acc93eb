// Limits how many bytes one API key uploads per minute, counted like requests: in memory by one node, added up in the
// database by several.

import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { secondsToReset } from '../limits/rate-limiter.ts'
import { createWindows, type Window } from '../limits/rate-window.ts'
import type { SharedCounting } from '../limits/shared-counting.ts'

export interface UploadMeter {
  /**
   * Starts counting an upload. Its declared length counts at once.
   * @throws AppError `rate_limited` if the key would exceed its limit
   */
  begin(keyId: string, upload: BegunUpload): MeteredUpload
  /** Like `begin`, and asks for the counts of other nodes when it must. */
  beginShared(keyId: string, upload: BegunUpload): Promise<MeteredUpload>
}

interface BegunUpload {
  /** From Content-Length; undefined if the request has none. */
  readonly declaredBytes: number | undefined
  /** Counted but never refused: a repeated request that will get its first answer again. */
  readonly isExempt: boolean
}

export interface MeteredUpload {
  /** Counts received bytes; returns the error to refuse with once the limit is exceeded. */
  readonly take: (bytes: number) => AppError | undefined
  /** Subtracts declared bytes that were never received. */
  readonly end: () => void
}

export const uploadWindowMs = 60_000
const keysMax = 20_000

/**
 * @param bytesMax per minute; 0 means no limit
 * @param counting adds up the counts of several nodes; absent: there is one
 */
export function createUploadMeter(
  clock: Clock,
  bytesMax: number,
  counting?: SharedCounting,
): UploadMeter {
  const findWindow = createWindows(clock, {
    windowMs: uploadWindowMs,
    clientsMax: keysMax,
  })

  function refuse({ endsAt: resetAt }: Window): AppError {
    const retryAfterSeconds = secondsToReset({ resetAt }, clock.now())
    const message = `This API key may upload ${sizeText(bytesMax)} a minute. Try again in ${retryAfterSeconds} seconds.`
    return new AppError('rate_limited', message, { retryAfterSeconds })
  }

  return {
    async beginShared(keyId, upload) {
      if (bytesMax === 0) return unmetered
      const { declaredBytes, isExempt } = upload
      const window = findWindow(keyId)
      const bytes = declaredBytes ?? 0
      if (!counting || counting.mayCountHere(window, bytes, bytesMax)) {
        return this.begin(keyId, upload)
      }
      const position = await counting.report(keyId, window, bytes)
      if (position === undefined) {
        const isOverShare = window.own + bytes > counting.ownShareOf(bytesMax)
        if (isOverShare && !isExempt) throw refuse(window)
        return this.begin(keyId, upload)
      }
      if (position > bytesMax && !isExempt) {
        window.taken -= bytes
        throw refuse(window)
      }
      if (declaredBytes === undefined) return this.begin(keyId, upload)
      window.own += bytes
      return declared(window, bytes)
    },
    begin(keyId, { declaredBytes, isExempt }) {
      if (bytesMax === 0) return unmetered
      const isTooMuch = (window: Window, bytes: number) =>
        !isExempt && window.known + window.taken + bytes > bytesMax
      const first = findWindow(keyId)
      if (declaredBytes !== undefined) {
        if (isTooMuch(first, declaredBytes)) throw refuse(first)
        count(first, declaredBytes)
        return declared(first, declaredBytes)
      }
      // A key whose window is used up is refused before its body is read.
      if (isTooMuch(first, 1)) throw refuse(first)
      return {
        take(bytes) {
          const window = findWindow(keyId)
          if (isTooMuch(window, bytes)) return refuse(window)
          count(window, bytes)
          return undefined
        },
        end: () => undefined,
      }
    },
  }
}

/** An upload whose declared bytes have been counted. */
function declared(window: Window, declaredBytes: number): MeteredUpload {
  let outstanding = declaredBytes
  return {
    take(bytes) {
      outstanding = Math.max(0, outstanding - bytes)
      return undefined
    },
    end() {
      window.taken -= outstanding
      window.own -= outstanding
    },
  }
}

function count(window: Window, bytes: number): void {
  window.taken += bytes
  window.own += bytes
}

const unmetered: MeteredUpload = { take: () => undefined, end: () => undefined }

/** Formats as `2 GB`, in decimal units as the setting uses them. */
function sizeText(bytes: number): string {
  const units = [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const
  const unit = units.find(([, size]) => bytes >= size && bytes % size === 0)
  return unit ? `${bytes / unit[1]} ${unit[0]}` : `${bytes} bytes`
}
