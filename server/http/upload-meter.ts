// Limits how many bytes one API key uploads per minute. The counts are in memory, like those of requests:
// exact within one process, separate in each of several.

import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { createWindows, secondsToReset, type Window } from './rate-limiter.ts'

export interface UploadMeter {
  /**
   * Starts counting an upload. Its declared length counts at once.
   * @throws AppError `rate_limited` if the key would exceed its limit
   */
  begin(keyId: string, upload: BegunUpload): MeteredUpload
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

const windowMs = 60_000
const keysMax = 20_000

/** @param bytesMax per minute; 0 means no limit */
export function createUploadMeter(clock: Clock, bytesMax: number): UploadMeter {
  const findWindow = createWindows(clock, { windowMs, clientsMax: keysMax })

  function refuse({ endsAt: resetAt }: Window): AppError {
    const retryAfterSeconds = secondsToReset({ resetAt }, clock.now())
    const message = `This API key may upload ${sizeText(bytesMax)} a minute. Try again in ${retryAfterSeconds} seconds.`
    return new AppError('rate_limited', message, { retryAfterSeconds })
  }

  return {
    begin(keyId, { declaredBytes, isExempt }) {
      if (bytesMax === 0) return unmetered
      const isTooMuch = (window: Window, bytes: number) =>
        !isExempt && window.taken + bytes > bytesMax
      const first = findWindow(keyId)
      if (declaredBytes !== undefined) {
        if (isTooMuch(first, declaredBytes)) throw refuse(first)
        first.taken += declaredBytes
        let outstanding = declaredBytes
        return {
          take(bytes) {
            outstanding = Math.max(0, outstanding - bytes)
            return undefined
          },
          end() {
            first.taken -= outstanding
          },
        }
      }
      // A key whose window is used up is refused before its body is read.
      if (isTooMuch(first, 1)) throw refuse(first)
      return {
        take(bytes) {
          const window = findWindow(keyId)
          if (isTooMuch(window, bytes)) return refuse(window)
          window.taken += bytes
          return undefined
        },
        end: () => undefined,
      }
    },
  }
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
