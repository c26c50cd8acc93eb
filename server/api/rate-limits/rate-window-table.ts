// Row of `rate_windows`: what several nodes have counted against one limit of one client in the current minute.

export interface RateWindowTable {
  /** Keyed digest (hex) of limit and client: a client may be a network. */
  subject: string
  ends_at: number
  /** Requests, or bytes of uploads. */
  taken: number
}
