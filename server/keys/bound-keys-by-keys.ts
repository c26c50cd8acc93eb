// Bounds how many living keys were made by keys over REST: each has rate limits of its own.

import type { AuditOrigin } from '../audit/audit.ts'
import type { Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { ApiKey } from './key.ts'
import { countKeysByKeys } from './key-view.ts'

/** Living keys of an environment that keys made, successors by rotation too. */
export const keysByKeysMax = 100

/** So many that each may have a successor: a rotation waits for nobody's clean-up. */
const withSuccessorsMax = 2 * keysByKeysMax

/** Does nothing for users and commands. @throws AppError `conflict` */
export async function assertRoomForKey(
  trx: Trx,
  by: AuditOrigin,
  { environment }: Pick<ApiKey, 'environment'>,
  nowMs: number,
): Promise<void> {
  if (by.actor.kind !== 'api_key') return
  if ((await countKeysByKeys(trx, environment, nowMs)) < keysByKeysMax) return
  const message = `Keys have made ${keysByKeysMax} living keys in the ${environment} environment, which is as many as they may. Revoke one first, or create the key in the console or with svc keys create.`
  throw new AppError('conflict', message)
}

/** Also does nothing for a rotation without grace, which leaves no more living keys than before. */
export async function assertRoomForSuccessor(
  trx: Trx,
  by: AuditOrigin,
  { old, graceMs }: { readonly old: ApiKey; readonly graceMs: number },
  nowMs: number,
): Promise<void> {
  if (by.actor.kind !== 'api_key' || graceMs === 0) return
  if ((await countKeysByKeys(trx, old.environment, nowMs)) < withSuccessorsMax) return
  const message = `Keys have made ${withSuccessorsMax} living keys in the ${old.environment} environment, rotated ones in their grace too. Revoke some first, or rotate with grace_seconds 0.`
  throw new AppError('conflict', message)
}
