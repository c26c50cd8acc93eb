// Where the guide speaks of an error code: what every refusal says in `doc`.

import type { ErrorCode } from './app-error.ts'

const guide = 'README.md'

/** The anchor of a code in the guide. */
export function anchorOf(code: ErrorCode): string {
  return `error-${code}`
}

/** A path from the product's folder; a test reads that every anchor stands there. */
export function docOf(code: ErrorCode): string {
  return `${guide}#${anchorOf(code)}`
}
