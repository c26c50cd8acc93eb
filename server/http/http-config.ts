// The settings that the frame reads. `Config` holds them all; stated here, because the frame knows no feature.

export interface HttpConfig {
  /** The demo answers only under the names of this machine. */
  readonly profile: 'appliance' | 'demo'
  /** For log lines about a full disk. */
  readonly dataDir: string
  readonly trustedProxies: readonly string[]
  /** SVC_PUBLIC_URL; undefined if it is not set, and every host name is accepted. */
  readonly publicUrlSet: string | undefined
  /** Host name of the console, if it has its own. */
  readonly consoleHost: string | undefined
  /** CIDRs from which the console is available. */
  readonly consoleNetworks: readonly string[] | 'everywhere'
  readonly insecureHttp: boolean
  readonly rateLimitPerMinute: number
  readonly rateLimitUnauthenticatedPerMinute: number
  readonly bodyTimeoutMs: number
}
