// What reading the machine-readable zone of one picture of a document gives, and who gives it.

import type { MrzDocument } from './parse-mrz.ts'

/**
 * - `valid`: all check digits hold, and the characters were read with confidence.
 * - `doubtful`: a zone was found, but not read with confidence.
 * - `document_inconsistent`: read with confidence, but a check digit is wrong: printed so, or tampered with.
 * - `no_zone`: the picture shows no machine-readable zone that could be found.
 */
export type MrzVerdict = 'valid' | 'doubtful' | 'document_inconsistent' | 'no_zone'

/** In pixels of the upright picture (EXIF orientation applied), which may itself be shown turned or askew. */
export interface MrzPoint {
  readonly x: number
  readonly y: number
}

/**
 * Where the zone stands. Corners in the reading direction of its text, so that the order tells how the picture is
 * turned.
 */
interface MrzZone {
  readonly topLeft: MrzPoint
  readonly topRight: MrzPoint
  readonly bottomRight: MrzPoint
  readonly bottomLeft: MrzPoint
}

export type MrzReading =
  | { readonly verdict: 'no_zone' }
  | {
      readonly verdict: Exclude<MrzVerdict, 'no_zone'>
      /** Two lines of 30 to 44 characters, or three of 30, after repair; each of A to Z, 0 to 9 and `<`. */
      readonly lines: readonly string[]
      /** undefined if the lines fit no known format, which only a doubtful reading may. */
      readonly document: MrzDocument | undefined
      readonly zone: MrzZone
      /** 0 to 1: the recogniser's mean probability of the characters it chose. */
      readonly confidence: number
    }

/** Why a picture was not read. The verification goes on without a reading. */
export type MrzFailure =
  /** The model or the runtime is missing or damaged; the server serves without reading. */
  | 'unavailable'
  | 'over_time'
  /** The picture does not decode, or the reader's process died on it. */
  | 'failed'
  /** Too many pictures wait already: try again in a minute. */
  | 'busy'
  /** The caller's signal said so. */
  | 'cancelled'

export type MrzAnswer = MrzReading | { readonly failure: MrzFailure }

export interface MrzReader {
  /**
   * Reads one picture (JPEG or PNG as it was submitted). Never throws; takes at most 3 s of processor
   * time once it is this picture's turn, and 30 s of time.
   * @param signal answers `cancelled` at once, and keeps a picture that waits from being read
   */
  read(picture: Uint8Array, signal?: AbortSignal): Promise<MrzAnswer>
  /** Whether it can read; with what is missing, as a code and in words that say what to do, where it cannot. */
  readonly state: () =>
    | { readonly isReady: true }
    | { readonly isReady: false; readonly code: string; readonly reason: string }
  close(): void
}
