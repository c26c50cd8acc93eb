// Row of `idempotency`: the first answer given under an Idempotency-Key, kept to be given again.

export interface IdempotencyTable {
  /** The key that sent it: two clients may use the same text. */
  api_key_id: string
  /** Keyed digest (hex) of what the client sent: clients put names and account numbers in there. */
  idempotency_key: string
  /** Keyed digest (hex) of method, path and body; tells a repetition from another request. */
  fingerprint: string
  /** HTTP status of the answer. */
  status: number
  /** The answer's headers and body, sealed: it may hold personal data. What is shown only once is not in it. */
  body: Buffer
  created_at: number
  expires_at: number
}
