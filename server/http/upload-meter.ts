// How many bytes one API key uploads a minute. In memory, like the count of requests: exact for one process;
// several count each for themselves.

import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { createWindows, secondsToReset, type Window } from './rate-limit.ts'

export interface UploadMeter {
  /**
   * Counts an upload that begins; what it declares is counted at once.
   * @throws AppError `rate_limited` where that is more than its key may send
   */
  begin(keyId: string, upload: BegunUpload): MeteredUpload
}

export interface BegunUpload {
  /** From Content-Length; undefined where it is not said. */
  readonly declaredBytes: number | undefined
  /** Counted, and never refused: a repetition that is to get its first answer. */
  readonly isExcused: boolean
}

export interface MeteredUpload {
  /** Counts bytes that came; returns the refusal where they are too many. */
  readonly take: (bytes: number) => AppError | undefined
  /** Gives back what was declared and did not come. */
  readonly end: () => void
}

const windowMs = 60_000
const keysMax = 20_000

/** @param bytesMax a minute; 0 for no limit */
export function createUploadMeter(clock: Clock, bytesMax: number): UploadMeter {
  const findWindow = createWindows(clock, { windowMs, clientsMax: keysMax })

  function refuse({ endsAt: resetAt }: Window): AppError {
    const retryAfterSeconds = secondsToReset({ resetAt }, clock.now())
    const message = `This API key may upload ${sizeText(bytesMax)} a minute. Try again in ${retryAfterSeconds} seconds.`
    return new AppError('rate_limited', message, { retryAfterSeconds })
  }

  return {
    begin(keyId, { declaredBytes, isExcused }) {
      if (bytesMax === 0) return unmetered
      const isTooMuch = (window: Window, bytes: number) =>
        !isExcused && window.taken + bytes > bytesMax
      const first = findWindow(keyId)
      if (declaredBytes !== undefined) {
        if (isTooMuch(first, declaredBytes)) throw refuse(first)
        first.taken += declaredBytes
        let owed = declaredBytes
        return {
          take(bytes) {
            owed = Math.max(0, owed - bytes)
            return undefined
          },
          end() {
            first.taken -= owed
          },
        }
      }
      // Nobody who has used up the window is asked for more.
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

/** `2 GB`; decimal multiples, as the setting has them. */
function sizeText(bytes: number): string {
  const units = [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const
  const unit = units.find(([, size]) => bytes >= size && bytes % size === 0)
  return unit ? `${bytes / unit[1]} ${unit[0]}` : `${bytes} bytes`
}
