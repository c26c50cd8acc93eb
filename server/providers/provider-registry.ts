// The identity providers of the product: finds the one that the settings choose, and opens it.

import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type Egress, guardService } from '../egress/guard-service.ts'
import type { OnCall } from '../egress/outbound.ts'
import { createServiceClient } from '../egress/service-client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type GuardedProvider, guardProvider } from './guarded-provider.ts'
import type { DocumentReadings } from './provider.ts'
import type { ProviderAccount, ProviderKind, ProviderSettings, Suspicion } from './provider-kind.ts'
import { smileId } from './smile-id/smile-id-kind.ts'

/** Where the settings choose several, the first one is used. */
export const providerKinds: readonly ProviderKind[] = [smileId]

/** The settings, with other providers than the product's own in tests. */
export interface ProviderChoice extends ProviderSettings {
  readonly providerKinds?: readonly ProviderKind[]
}

interface ChosenProvider {
  readonly kind: ProviderKind
  readonly account: ProviderAccount
}

/** Returns undefined where the settings choose no provider. */
export function findProvider(choice: ProviderChoice): ChosenProvider | undefined {
  for (const kind of choice.providerKinds ?? providerKinds) {
    const account = kind.findAccount(choice)
    if (account !== undefined) return { kind, account }
  }
  return undefined
}

/** Returns undefined where the settings choose no provider. @throws Error if its CA file is unusable */
export function createProvider(
  needs: ProviderChoice & {
    readonly clock: Clock
    readonly log: Log
    readonly egress: Egress
    /** Called for every call to the provider, for the outbound log. */
    readonly onCall?: OnCall
  },
): GuardedProvider | undefined {
  const { clock, log, onCall } = needs
  const chosen = findProvider(needs)
  if (chosen === undefined) return undefined
  const { kind, account } = chosen
  const fetch = createServiceClient({
    guard: guardService(needs.egress, account.hosts),
    extraCa: account.caFile && readFileSync(account.caFile, 'utf8'),
    caSetting: account.settings.caFile,
    ...(onCall && { onCall: (call, begun) => onCall({ ...call, provider: kind.name }, begun) }),
  })
  return guardProvider({ provider: account.open({ fetch, clock, log }), clock, log })
}

/**
 * Returns an empty object for an answer without readings, or of a provider that the product does not have.
 * @param provider undefined for the sandbox, whose answers have the form of Smile ID's
 */
export function readingsOfStoredAnswer(
  provider: string | undefined,
  answer: unknown,
  kinds: readonly ProviderKind[] = providerKinds,
): DocumentReadings {
  const kind = provider === undefined ? smileId : kinds.find(({ name }) => name === provider)
  return kind?.readingsOf(answer) ?? {}
}

/** Returns undefined where the provider suspects nobody, or the product does not have it. */
export function suspicionOfStoredAnswer(
  provider: string,
  answer: unknown,
  kinds: readonly ProviderKind[] = providerKinds,
): Suspicion | undefined {
  return kinds.find(({ name }) => name === provider)?.suspicionOf?.(answer)
}

/** Whether two final answers of a provider about one check say the same. */
export function storedAnswersSaySame(
  provider: string,
  [one, other]: readonly [unknown, unknown],
  kinds: readonly ProviderKind[] = providerKinds,
): boolean {
  const kind = kinds.find(({ name }) => name === provider)
  return kind?.saysSame?.(one, other) ?? isDeepStrictEqual(one, other)
}
