// The verdict of the virus scanner about one image. Pure.

/** What to do with an image while the scanner cannot be reached. */
export const scannerDownModes = ['refuse', 'accept'] as const
export type ScannerDownMode = (typeof scannerDownModes)[number]

/**
 * `not_scanned`: no scanner was set up. `scanner_down`: the scanner could not be reached and the
 * settings accept images all the same.
 */
export type ScanVerdict = 'clean' | 'not_scanned' | 'scanner_down'

export interface Scan {
  readonly verdict: ScanVerdict
  /** When the image was scanned; undefined exactly for `not_scanned`. */
  readonly at: number | undefined
}

/** For images that no scanner saw. */
export const notScanned: Scan = { verdict: 'not_scanned', at: undefined }

/**
 * Where clamd listens: on this machine or a private network, because its protocol has neither keys
 * nor TLS.
 */
export type ScannerAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string }

export type ScannerFailure =
  | 'unreachable'
  | 'over_time'
  /** The connection ended before the reply did. */
  | 'broken_off'
  /** clamd's StreamMaxLength is below the size of an image. */
  | 'size_limit'
  /** clamd replied with an error. */
  | 'scanner_error'
  /** The reply is not one of clamd's. */
  | 'garbled'

export type ScannerAnswer =
  | { readonly kind: 'clean' }
  | { readonly kind: 'found'; readonly signature: string }
  | { readonly kind: 'failed'; readonly failure: ScannerFailure }

const signatureCharactersMax = 80

/** Parses the reply to INSTREAM, without its terminating zero (clamd(8), "COMMANDS"). */
export function readScannerAnswer(text: string): ScannerAnswer {
  if (text === 'stream: OK') return { kind: 'clean' }
  const signature = /^stream: (.+) FOUND$/s.exec(text)?.[1]
  if (signature !== undefined) return { kind: 'found', signature: cleanSignature(signature) }
  if (text.startsWith('INSTREAM size limit exceeded')) return failedScan('size_limit')
  return failedScan(/ ERROR$/.test(text) ? 'scanner_error' : 'garbled')
}

export function failedScan(failure: ScannerFailure) {
  return { kind: 'failed', failure } as const
}

/** Signature names come from outside: characters that the audit log does not accept become `_`. */
function cleanSignature(name: string): string {
  return name.slice(0, signatureCharactersMax).replace(/[^a-z0-9_.:/-]/gi, '_')
}
