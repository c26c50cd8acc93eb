// Counts the requests by whether a listed proxy brought them and whether they were forwarded, so that the check
// `forwarded_headers` sees a proxy that SVC_TRUSTED_PROXIES does not list, and one that forwards no address.

export interface ForwardedCounts {
  /** Requests since this process began to serve, without health checks: probes go past proxies. */
  readonly requests: number
  /** Those with X-Forwarded-For from an address that is not listed. */
  readonly forwardedByOthers: number
  /** Those from a listed proxy, with X-Forwarded-For and without. */
  readonly forwarded: number
  readonly notForwarded: number
}

export interface ForwardedCounter {
  count(request: { readonly isProxied: boolean; readonly isForwarded: boolean }): void
  counts(): ForwardedCounts
}

export function createForwardedCounter(): ForwardedCounter {
  let requests = 0
  let forwardedByOthers = 0
  let forwarded = 0
  let notForwarded = 0
  return {
    count({ isProxied, isForwarded }) {
      requests += 1
      if (!isProxied) forwardedByOthers += isForwarded ? 1 : 0
      else if (isForwarded) forwarded += 1
      else notForwarded += 1
    },
    counts: () => ({ requests, forwardedByOthers, forwarded, notForwarded }),
  }
}
