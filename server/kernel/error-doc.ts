// Links to the guide's row on an error code, for the `doc` field of error responses.

import type { ErrorCode } from './app-error.ts'

const guide = 'data/guide/errors.md'

/** Returns the anchor of an error code in the guide. */
export function anchorOf(code: ErrorCode): string {
  return `error-${code}`
}

/** Returns a path relative to the product's folder. A test checks that every anchor exists. */
export function docOf(code: ErrorCode): string {
  return `${guide}#${anchorOf(code)}`
}
