// Adds to the hourly counters of verifications, in the commit of the change that is counted.

import { prepare } from '../db/prepared.ts'
import { addAtCommit, type Counters, type Trx } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import { startOf } from '../usage/span.ts'
import type { CounterKind } from './counter-kind.ts'
import type { Verification } from './verification.ts'
import type {
  VerificationCounterTable,
  VerificationTimeTable,
} from './verification-counter-table.ts'

/** Counts the verification once under `kind`, in the hour of `at`. Written at the commit. */
export function addToCounter(
  trx: Trx,
  { environment, country, idType }: Pick<Verification, 'environment' | 'country' | 'idType'>,
  { kind, at }: { readonly kind: CounterKind; readonly at: number },
): void {
  addAtCommit(trx, counters, {
    environment,
    starts_at: startOf('hour', at),
    country,
    id_type: idType,
    kind,
    verifications: 1,
  })
}

/** Counts one verification whose result took up to `upToMs`, in the hour of `at`. Written at the commit. */
export function addToTimes(
  trx: Trx,
  environment: Environment,
  { upToMs, at }: { readonly upToMs: number; readonly at: number },
): void {
  const starts_at = startOf('hour', at)
  addAtCommit(trx, times, { environment, starts_at, up_to_ms: upToMs, verifications: 1 })
}

const addCounter = prepare((db, row: VerificationCounterTable) =>
  db
    .insertInto('verification_counters')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['environment', 'starts_at', 'country', 'id_type', 'kind'])
        .doUpdateSet(({ eb, ref }) => ({
          verifications: eb(
            'verification_counters.verifications',
            '+',
            ref('excluded.verifications'),
          ),
        })),
    ),
)

const counters: Counters<VerificationCounterTable> = {
  table: 'verification_counters',
  nameOf: ({ environment, starts_at, country, id_type, kind }) =>
    `${environment} ${starts_at} ${country} ${id_type} ${kind}`,
  add: (one, other) => ({ ...one, verifications: one.verifications + other.verifications }),
  write: addCounter.run,
}

const addTime = prepare((db, row: VerificationTimeTable) =>
  db
    .insertInto('verification_times')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['environment', 'starts_at', 'up_to_ms']).doUpdateSet(({ eb, ref }) => ({
        verifications: eb('verification_times.verifications', '+', ref('excluded.verifications')),
      })),
    ),
)

const times: Counters<VerificationTimeTable> = {
  table: 'verification_times',
  nameOf: ({ environment, starts_at, up_to_ms }) => `${environment} ${starts_at} ${up_to_ms}`,
  add: (one, other) => ({ ...one, verifications: one.verifications + other.verifications }),
  write: addTime.run,
}
