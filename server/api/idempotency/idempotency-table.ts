// Row of `idempotency`: the first answer to a request with an Idempotency-Key, stored to be sent again.

export interface IdempotencyTable {
  /**
   * The first key of the line of the request's API key, so that a successor by rotation finds it; two clients may send
   * the same Idempotency-Key.
   */
  api_key_id: string
  /** Keyed digest (hex) of the Idempotency-Key: clients put names and account numbers into it. */
  idempotency_key: string
  /** Keyed digest (hex) of method, path and body; differs for another request with the same key. */
  fingerprint: string
  /** HTTP status of the answer. */
  status: number
  /**
   * Headers and body of the answer, encrypted, as they may hold personal data. Secrets that are shown once are left
   * out.
   */
  body: Buffer
  created_at: number
  expires_at: number
}
