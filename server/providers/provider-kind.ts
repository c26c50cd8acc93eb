// What the product knows of one provider before it is opened: its name, its account in the settings, and what its
// stored answers hold. Each provider exports one from its own folder; provider-registry lists them.

import type { LoadedSettings } from '../config.ts'
import type { HostPattern } from '../egress/host-pattern.ts'
import type { ServiceClient } from '../egress/service-client.ts'
import type { AllowedHosts } from '../egress/service-policy.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type {
  DocumentReadings,
  IdentityProvider,
  RefusedReason,
  UnavailableReason,
} from './provider.ts'

export type ProviderSettings = Pick<LoadedSettings, 'config' | 'secrets'>

export interface ProviderKind {
  /**
   * Stored with every verification and every call, and part of the callback's path: lower case with hyphens, never
   * changed. Screens show the label `provider.NAME` of `data/reference/words/`, or the name where there is none.
   */
  readonly name: string
  /** The setting that chooses this provider, for messages: `SVC_SMILE_PARTNER_ID`. */
  readonly chosenBy: string
  /** Returns undefined where the settings do not choose this provider. */
  findAccount(settings: ProviderSettings): ProviderAccount | undefined
  /** Parses a stored answer; returns an empty object for one without readings, such as a note of an error. */
  readingsOf(answer: unknown): DocumentReadings
  /** Parses an answer, or a report that came in a callback alone; absent where the provider suspects nobody. */
  suspicionOf?(answer: unknown): Suspicion | undefined
  /** Whether two final answers about one check say the same, whatever else differs; absent where their JSON tells. */
  saysSame?(one: unknown, other: unknown): boolean
}

/** That the provider suspects fraud. */
export interface Suspicion {
  /** The users whose face it is too, where that is all that is suspicious. */
  readonly users: readonly string[] | undefined
}

/** Our account at the provider, as the settings describe it. */
export interface ProviderAccount {
  /** Address of its API. */
  readonly url: URL
  /** Every host that may be called. */
  readonly hosts: AllowedHosts
  /** Hosts that its answers may send us to; undefined where only `url` is called. */
  readonly linkedHosts?: { readonly setting: string; readonly patterns: readonly HostPattern[] }
  /** A file of certificate authorities in PEM, trusted besides the public ones. */
  readonly caFile: string | undefined
  /** Names of settings for messages, `credentials` being a list in words. */
  readonly settings: { readonly url: string; readonly credentials: string; readonly caFile: string }
  /** Returns the provider without limits; provider-registry wraps it. It closes `fetch`. */
  open(needs: ProviderNeeds): IdentityProvider
  /** Sends a request that is free and about nobody, to see whether the provider knows the account. */
  tryOut(needs: Pick<ProviderNeeds, 'fetch' | 'clock'>, limits: TrialLimits): Promise<AccountTrial>
  /** Reads the body of a callback, parsed as JSON; absent where the provider sends none. */
  readCallback?(body: unknown, nowMs: number): CallbackReading
}

export interface ProviderNeeds {
  /** Used by this provider only and closed with it. */
  readonly fetch: ServiceClient
  readonly clock: Clock
  readonly log: Log
}

interface TrialLimits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** `status` is the HTTP status of the answer. */
export type AccountTrial =
  /** The account is known. Only a check shows whether there is credit. */
  | { readonly kind: 'accepted'; readonly status: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: RefusedReason }
  /** It answered with nothing that says anything about our account. */
  | { readonly kind: 'unclear'; readonly status: number }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }

export type CallbackReading =
  | {
      readonly kind: 'authentic'
      readonly jobId: string
      /**
       * A report that the provider sends in a callback alone, so that asking for the result would not show it. Its
       * sender is not proven: a person looks at it, and it decides nothing.
       */
      readonly report?: unknown
    }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'bad_signature' | 'stale' }
