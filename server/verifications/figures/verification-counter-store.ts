// Adds to the hourly counters of verifications, in the commit of the change that is counted.

import { prepareInsert } from '../../db/prepared-insert.ts'
import { addAtCommit, type Counters, type Trx } from '../../db/transaction.ts'
import { startOf } from '../../usage/span.ts'
import type { Verification } from '../verification.ts'
import type { CodeKind, CounterKind, TimeKind } from './counter-kind.ts'
import type {
  VerificationCodeCounterTable,
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

type Market = Pick<Verification, 'environment' | 'country'>

/** Counts one verification whose result or review took up to `upToMs`, in the hour of `at`. Written at the commit. */
export function addToTimes(
  trx: Trx,
  { environment, country }: Market,
  { kind, upToMs, at }: { readonly kind: TimeKind; readonly upToMs: number; readonly at: number },
): void {
  const starts_at = startOf('hour', at)
  const row = { environment, starts_at, kind, country, up_to_ms: upToMs, verifications: 1 }
  addAtCommit(trx, times, row)
}

/** Counts the verification once under each of the codes, in the hour of `at`. Written at the commit. */
export function addToCodes(
  trx: Trx,
  { environment, country }: Market,
  {
    kind,
    codes,
    at,
  }: { readonly kind: CodeKind; readonly codes: readonly string[]; readonly at: number },
): void {
  const starts_at = startOf('hour', at)
  for (const code of new Set(codes)) {
    const row = { environment, starts_at, country, kind, code, verifications: 1 }
    addAtCommit(trx, codeCounters, row)
  }
}

const addCounter = prepareInsert('verification_counters', (insert) =>
  insert.onConflict((conflict) =>
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
  rows: addCounter,
}

const addTime = prepareInsert('verification_times', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['environment', 'starts_at', 'kind', 'country', 'up_to_ms'])
      .doUpdateSet(({ eb, ref }) => ({
        verifications: eb('verification_times.verifications', '+', ref('excluded.verifications')),
      })),
  ),
)

const times: Counters<VerificationTimeTable> = {
  table: 'verification_times',
  nameOf: ({ environment, starts_at, kind, country, up_to_ms }) =>
    `${environment} ${starts_at} ${kind} ${country} ${up_to_ms}`,
  add: (one, other) => ({ ...one, verifications: one.verifications + other.verifications }),
  rows: addTime,
}

const addCode = prepareInsert('verification_code_counters', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['environment', 'starts_at', 'country', 'kind', 'code'])
      .doUpdateSet(({ eb, ref }) => ({
        verifications: eb(
          'verification_code_counters.verifications',
          '+',
          ref('excluded.verifications'),
        ),
      })),
  ),
)

const codeCounters: Counters<VerificationCodeCounterTable> = {
  table: 'verification_code_counters',
  nameOf: ({ environment, starts_at, country, kind, code }) =>
    `${environment} ${starts_at} ${country} ${kind} ${code}`,
  add: (one, other) => ({ ...one, verifications: one.verifications + other.verifications }),
  rows: addCode,
}
