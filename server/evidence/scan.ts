// What a scanner for viruses said of one image before it was kept. Pure.

/** What to do with an image while the scanner cannot be asked. */
export const scannerDownModes = ['refuse', 'accept'] as const
export type ScannerDownMode = (typeof scannerDownModes)[number]

/** Not scanned: no scanner was set up. Scanner down: it could not be asked, and images are taken all the same. */
export const scanVerdicts = ['clean', 'not_scanned', 'scanner_down'] as const
export type ScanVerdict = (typeof scanVerdicts)[number]

export interface Scan {
  readonly verdict: ScanVerdict
  /** When the scanner was asked; undefined exactly where none was. */
  readonly at: number | undefined
}

/** Of what no scanner was asked about. */
export const notScanned: Scan = { verdict: 'not_scanned', at: undefined }

/** Where clamd listens: on this machine or a private network, as its protocol knows neither keys nor TLS. */
export type ScannerAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string }

export type ScannerFailure =
  | 'unreachable'
  | 'over_time'
  /** The connection ended before the answer did. */
  | 'broken_off'
  /** Its StreamMaxLength is below the size of an image. */
  | 'size_limit'
  /** It answered with an error of its own. */
  | 'scanner_error'
  /** It said what no clamd says. */
  | 'garbled'

export type ScannerAnswer =
  | { readonly kind: 'clean' }
  | { readonly kind: 'found'; readonly signature: string }
  | { readonly kind: 'failed'; readonly failure: ScannerFailure }

const signatureCharactersMax = 80

/** Reads the answer to INSTREAM, without the zero that ends it (clamd(8), "COMMANDS"). */
export function readScannerAnswer(text: string): ScannerAnswer {
  if (text === 'stream: OK') return { kind: 'clean' }
  const found = /^stream: (.+) FOUND$/s.exec(text)?.[1]
  if (found !== undefined) return { kind: 'found', signature: cleanSignature(found) }
  if (text.startsWith('INSTREAM size limit exceeded')) return failedScan('size_limit')
  return failedScan(/ ERROR$/.test(text) ? 'scanner_error' : 'garbled')
}

export function failedScan(failure: ScannerFailure) {
  return { kind: 'failed', failure } as const
}

/** Names of signatures are somebody else's text: what the audit log would not take becomes `_`. */
function cleanSignature(name: string): string {
  return name.slice(0, signatureCharactersMax).replace(/[^a-z0-9_.:/-]/gi, '_')
}
