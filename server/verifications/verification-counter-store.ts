// Adds to the hourly counters of verifications, in the transaction of the change that is counted.

import type { Trx } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import { startOf } from '../usage/span.ts'
import type { CounterKind } from './counter-kind.ts'
import type { Verification } from './verification.ts'

export async function addToCounter(
  trx: Trx,
  { environment, country, idType }: Pick<Verification, 'environment' | 'country' | 'idType'>,
  { kind, at }: { readonly kind: CounterKind; readonly at: number },
): Promise<void> {
  await trx
    .insertInto('verification_counters')
    .values({
      environment,
      starts_at: startOf('hour', at),
      country,
      id_type: idType,
      kind,
      verifications: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['environment', 'starts_at', 'country', 'id_type', 'kind'])
        .doUpdateSet((update) => ({
          verifications: update('verification_counters.verifications', '+', 1),
        })),
    )
    .execute()
}

export async function addToTimes(
  trx: Trx,
  environment: Environment,
  { upToMs, at }: { readonly upToMs: number; readonly at: number },
): Promise<void> {
  await trx
    .insertInto('verification_times')
    .values({ environment, starts_at: startOf('hour', at), up_to_ms: upToMs, verifications: 1 })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'starts_at', 'up_to_ms']).doUpdateSet((update) => ({
        verifications: update('verification_times.verifications', '+', 1),
      })),
    )
    .execute()
}
