// The error of an S3-compatible store: whether another try may help, and a message that says what to do.

/** `unreachable`: it may answer later. `unusable`: somebody has to correct something. */
type StoreReason = 'unreachable' | 'unusable' | 'not_found'

export class StoreError extends Error {
  readonly reason: StoreReason
  /** One word for logs: the store's own code, such as `AccessDenied`, or `timeout`, `network`. */
  readonly code: string

  constructor(reason: StoreReason, code: string, message: string) {
    super(message)
    this.name = 'StoreError'
    this.reason = reason
    this.code = code
  }
}
